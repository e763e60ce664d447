// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/html_writer.h"

#include <QString>

namespace tandem::ui {
namespace {

// Characters that XML cannot hold at all, such as terminal escapes in an error text, become the replacement sign.
QString writable(std::string_view text)
{
    QString string = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    for (QChar& c : string) {
        const char16_t code = c.unicode();
        if ((code < 0x20 && code != u'\t' && code != u'\n' && code != u'\r') || code == 0xFFFE || code == 0xFFFF)
            c = QChar(QChar::ReplacementCharacter);
    }
    return string;
}

QString name(std::string_view text)
{
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

HtmlWriter::HtmlWriter()
{
    m_buffer.open(QIODevice::WriteOnly);
    m_writer.setDevice(&m_buffer);
    m_writer.writeDTD(QStringLiteral("<!DOCTYPE html>"));
}

void HtmlWriter::attributes(const Attributes& attributes)
{
    for (const auto& [key, value] : attributes)
        m_writer.writeAttribute(name(key), writable(value));
}

void HtmlWriter::open(std::string_view tag, const Attributes& attributes)
{
    m_writer.writeStartElement(name(tag));
    this->attributes(attributes);
    // An empty text ends the start tag, so that an element without content is not written as <p/>.
    m_writer.writeCharacters(QString());
    ++m_depth;
}

void HtmlWriter::close()
{
    m_writer.writeEndElement();
    --m_depth;
}

void HtmlWriter::text(std::string_view text)
{
    m_writer.writeCharacters(writable(text));
}

void HtmlWriter::element(std::string_view tag, std::string_view content, const Attributes& attributes)
{
    open(tag, attributes);
    text(content);
    close();
}

void HtmlWriter::voidElement(std::string_view tag, const Attributes& attributes)
{
    m_writer.writeEmptyElement(name(tag));
    this->attributes(attributes);
}

void HtmlWriter::markup(const QByteArray& markup)
{
    m_writer.writeCharacters(QString());
    m_buffer.write(markup);
}

QByteArray HtmlWriter::finish()
{
    while (m_depth > 0)
        close();
    m_buffer.write("\n");
    return m_buffer.data();
}

}  // namespace tandem::ui
