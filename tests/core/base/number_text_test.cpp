// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/number_text.h"

#include "tests/support/test_data.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace tandem {
namespace {

/// Sets a locale with a decimal comma, as a window sets it on start, and puts the old one back.
class CommaLocale {
public:
    CommaLocale()
    {
        for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8", "de_DE"})
            if (std::setlocale(LC_NUMERIC, name))
                return;
        // None is installed: the system's own tool compiles one into the temporary folder.
        const std::string compile =
            "localedef -i de_DE -f ISO-8859-1 '" + m_folder.path().string() + "/de_DE' >/dev/null 2>&1";
        if (std::system(compile.c_str()) == 0 && setenv("LOCPATH", m_folder.path().c_str(), 1) == 0)
            std::setlocale(LC_NUMERIC, "de_DE");
    }
    ~CommaLocale()
    {
        std::setlocale(LC_NUMERIC, "C");
        unsetenv("LOCPATH");
    }
    bool isSet() const { return std::string(std::localeconv()->decimal_point) == ","; }

private:
    test::TemporaryFolder m_folder;
};

TEST(NumberText, HasUpToSixSignificantDigits)
{
    EXPECT_EQ(numberText(0), "0");
    EXPECT_EQ(numberText(10), "10");
    EXPECT_EQ(numberText(0.1), "0.1");
    EXPECT_EQ(numberText(-2.345678901), "-2.34568");
    EXPECT_EQ(numberText(1234567.0), "1.23457e+06");
    EXPECT_EQ(numberText(1e-8), "1e-08");
}

TEST(NumberText, NamesWhatIsNoNumber)
{
    EXPECT_EQ(numberText(std::numeric_limits<double>::quiet_NaN()), "nan");
    EXPECT_EQ(numberText(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(Percent, HasTwoDecimals)
{
    EXPECT_EQ(percent(0.98414), "98.41 %");
    EXPECT_EQ(percent(0), "0.00 %");
    EXPECT_EQ(percent(1), "100.00 %");
}

TEST(NumberText, KeepsTheDecimalPointInALocaleWithAComma)
{
    const CommaLocale locale;
    if (!locale.isSet())
        GTEST_SKIP() << "this machine has no locale with a decimal comma, and no localedef to make one";
    EXPECT_EQ(numberText(0.25), "0.25");
    EXPECT_EQ(percent(0.9841), "98.41 %");
}

}  // namespace
}  // namespace tandem
