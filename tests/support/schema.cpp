// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/schema.h"

#include "resources/embedded.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace tandem::test {

std::string complaint(const char* schemaFile, const Json& document)
{
    // valijson knows the unordered kind only.
    const auto text = nlohmann::json::parse(embeddedFile(schemaFile));
    const auto value = nlohmann::json::parse(document.dump());
    valijson::Schema schema;
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(value), &results))
        return {};
    valijson::ValidationResults::Error error;
    std::string complaints;
    while (results.popError(error))
        complaints += error.description + " ";
    return complaints.empty() ? "invalid" : complaints;
}

}  // namespace tandem::test
