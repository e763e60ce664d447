// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/support/idx_bytes.h"

#include <zlib.h>

#include <fstream>
#include <stdexcept>

namespace tandem::test {
namespace {

constexpr int kGzip = 15 + 16;  // zlib's largest window, with gzip's frame

}  // namespace

std::string idxHeader(const std::vector<std::uint32_t>& sizes, char type)
{
    std::string header{0, 0, type, static_cast<char>(sizes.size())};
    for (const std::uint32_t size : sizes)
        for (const int shift : {24, 16, 8, 0})
            header += static_cast<char>((size >> shift) & 0xFF);
    return header;
}

std::string gzipped(const std::string& text)
{
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("deflateInit2 failed");
    std::string packed(deflateBound(&stream, text.size()), '\0');
    std::string input = text;  // zlib wants it writable
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int result = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (result != Z_STREAM_END)
        throw std::runtime_error("deflate failed");
    return packed;
}

std::string gunzipped(const std::string& compressed)
{
    z_stream stream{};
    if (inflateInit2(&stream, kGzip) != Z_OK)
        throw std::runtime_error("inflateInit2 failed");
    std::string input = compressed, content, part(1 << 20, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    int result = Z_OK;
    while (result == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        result = inflate(&stream, Z_NO_FLUSH);
        content.append(part, 0, part.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (result != Z_STREAM_END)
        throw std::runtime_error("inflate failed");
    return content;
}

void writeBytes(const std::filesystem::path& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace tandem::test
