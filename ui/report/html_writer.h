// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBuffer>
#include <QByteArray>
#include <QXmlStreamWriter>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tandem::ui {

/// Writes a page that is HTML5 and well-formed XML at once: every text is escaped, every element is closed, and no element
/// other than the void ones is written in the short form, which HTML takes for an open tag.
class HtmlWriter {
public:
    using Attributes = std::vector<std::pair<std::string_view, std::string>>;

    HtmlWriter();

    void open(std::string_view tag, const Attributes& attributes = {});
    void close();
    void text(std::string_view text);
    /// An element that holds a text.
    void element(std::string_view tag, std::string_view text, const Attributes& attributes = {});
    /// An element that has no content by its nature, such as meta.
    void voidElement(std::string_view tag, const Attributes& attributes = {});
    /// What is markup already; the caller answers for it.
    void markup(const QByteArray& markup);
    /// Closes what is open, and gives the page.
    QByteArray finish();

private:
    void attributes(const Attributes& attributes);
    QBuffer m_buffer;
    QXmlStreamWriter m_writer;
    int m_depth = 0;
};

/// Closes an element at the end of its block.
class HtmlScope {
public:
    HtmlScope(HtmlWriter& writer, std::string_view tag, const HtmlWriter::Attributes& attributes = {}) : m_writer(writer)
    {
        m_writer.open(tag, attributes);
    }
    ~HtmlScope() { m_writer.close(); }
    HtmlScope(const HtmlScope&) = delete;
    HtmlScope& operator=(const HtmlScope&) = delete;

private:
    HtmlWriter& m_writer;
};

}  // namespace tandem::ui
