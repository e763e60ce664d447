// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/svg_cleanup.h"

#include <QXmlStreamReader>
#include <QXmlStreamWriter>

#include <vector>

namespace tandem::ui {
namespace {

// Verdana is as wide as DejaVu Sans, for which the places of the texts were reckoned.
constexpr const char* kFonts = "DejaVu Sans, Verdana, sans-serif";

void writeRoot(QXmlStreamWriter& writer, QSize size, const QString& id, const QString& title, const QString& description)
{
    writer.writeStartElement(QStringLiteral("svg"));
    writer.writeDefaultNamespace(QStringLiteral("http://www.w3.org/2000/svg"));
    writer.writeAttribute(QStringLiteral("viewBox"), QStringLiteral("0 0 %1 %2").arg(size.width()).arg(size.height()));
    writer.writeAttribute(QStringLiteral("width"), QString::number(size.width()));
    writer.writeAttribute(QStringLiteral("height"), QString::number(size.height()));
    writer.writeAttribute(QStringLiteral("role"), QStringLiteral("img"));
    writer.writeAttribute(QStringLiteral("aria-labelledby"), QStringLiteral("%1-title %1-desc").arg(id));
    for (const auto& [name, text] : {std::pair("title", title), std::pair("desc", description)}) {
        writer.writeStartElement(QString::fromLatin1(name));
        writer.writeAttribute(QStringLiteral("id"), id + QLatin1Char('-') + QString::fromLatin1(name));
        writer.writeCharacters(text);
        writer.writeEndElement();
    }
}

// A start tag is held back until something is drawn inside it, which drops groups that hold nothing.
class Groups {
public:
    explicit Groups(QXmlStreamWriter& writer) : m_writer(writer) {}

    void open(const QXmlStreamAttributes& attributes) { m_open.push_back({attributes, false}); }
    void close()
    {
        if (m_open.back().written)
            m_writer.writeEndElement();
        m_open.pop_back();
    }
    void writeHeldBack()
    {
        for (Group& group : m_open) {
            if (group.written)
                continue;
            m_writer.writeStartElement(QStringLiteral("g"));
            writeAttributes(group.attributes);
            group.written = true;
        }
    }
    void writeAttributes(const QXmlStreamAttributes& attributes)
    {
        for (const QXmlStreamAttribute& attribute : attributes) {
            const QString name = attribute.qualifiedName().toString();
            m_writer.writeAttribute(name, name == QLatin1String("font-family") ? QString::fromLatin1(kFonts)
                                                                               : attribute.value().toString());
        }
    }

private:
    struct Group {
        QXmlStreamAttributes attributes;
        bool written = false;
    };
    QXmlStreamWriter& m_writer;
    std::vector<Group> m_open;
};

bool isDropped(QStringView name)
{
    return name == QLatin1String("title") || name == QLatin1String("desc") || name == QLatin1String("defs");
}

}  // namespace

QByteArray cleanedSvg(const QByteArray& svg, QSize size, const QString& id, const QString& title, const QString& description)
{
    QXmlStreamReader reader(svg);
    reader.setNamespaceProcessing(false);
    QByteArray cleaned;
    QXmlStreamWriter writer(&cleaned);
    Groups groups(writer);
    bool inText = false;
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement:
            if (reader.name() == QLatin1String("svg")) {
                writeRoot(writer, size, id, title, description);
            } else if (isDropped(reader.name())) {
                reader.skipCurrentElement();
            } else if (reader.name() == QLatin1String("g")) {
                groups.open(reader.attributes());
            } else {
                inText = reader.name() == QLatin1String("text");
                groups.writeHeldBack();
                writer.writeStartElement(reader.qualifiedName().toString());
                groups.writeAttributes(reader.attributes());
            }
            break;
        case QXmlStreamReader::EndElement:
            inText = false;
            if (reader.name() == QLatin1String("g"))
                groups.close();
            else
                writer.writeEndElement();
            break;
        case QXmlStreamReader::Characters:
            if (inText)
                writer.writeCharacters(reader.text().toString());
            break;
        default:
            break;
        }
    }
    return reader.hasError() ? QByteArray() : cleaned;
}

}  // namespace tandem::ui
