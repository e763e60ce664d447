// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/idx.h"

#include "core/base/text_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <string>

namespace tandem {
namespace {

constexpr std::uint8_t kUnsignedByte = 0x08;
constexpr std::size_t kMostAxes = 4;

struct CloseGz {
    void operator()(gzFile_s* file) const { gzclose(file); }
};

class IdxReader {
public:
    IdxReader(gzFile_s* file, const std::filesystem::path& path) : m_file(file), m_path(path) {}

    // Reads exactly `size` bytes or says at which offset the file failed to give them. `later` bytes of the same part
    // are left for further calls.
    Status read(std::uint8_t* into, std::uint64_t size, const char* what, std::uint64_t later = 0)
    {
        while (size > 0) {
            const auto part = static_cast<unsigned>(std::min<std::uint64_t>(size, 1u << 20));
            const int got = gzread(m_file, into, part);
            if (got < 0)
                return damaged(std::string("the compressed data is damaged (") + zlibText() + ")");
            if (got == 0) {
                // A cut gzip stream ends like a complete one; only the error state tells.
                return damaged("the file ends " + std::to_string(size + later) + " bytes too early, inside " + what);
            }
            m_offset += static_cast<std::uint64_t>(got);
            into += got;
            size -= static_cast<std::uint64_t>(got);
        }
        return {};
    }

    Status expectEnd()
    {
        std::uint8_t extra = 0;
        const int got = gzread(m_file, &extra, 1);
        if (got < 0)
            return damaged(std::string("the compressed data is damaged (") + zlibText() + ")");
        if (got > 0)
            return damaged("expected the end of the file, found more data than the header announces");
        int problem = Z_OK;
        gzerror(m_file, &problem);
        if (problem != Z_OK && problem != Z_STREAM_END)
            return damaged(std::string("the compressed data is damaged (") + zlibText() + ")");
        return {};
    }

    tl::unexpected<Error> damaged(const std::string& what) const
    {
        return fail(ErrorCode::File, what, m_path.string() + ", offset " + std::to_string(m_offset),
                    "Get the file again and compare its size or checksum with the publisher's");
    }

private:
    std::string zlibText() const
    {
        int code = Z_OK;
        const std::string text = gzerror(m_file, &code);
        const auto colon = text.rfind(": ");
        return colon == std::string::npos ? text : text.substr(colon + 2);
    }

    gzFile_s* m_file;
    const std::filesystem::path& m_path;
    std::uint64_t m_offset = 0;
};

}  // namespace

Result<IdxArray> readIdx(const std::filesystem::path& path)
{
    errno = 0;
    const std::unique_ptr<gzFile_s, CloseGz> file(gzopen(path.c_str(), "rb"));
    if (!file)
        return fail(fileError("cannot open the data file", path, errno != 0 ? errno : ENOENT));
    gzbuffer(file.get(), 1u << 18);
    IdxReader reader(file.get(), path);

    std::array<std::uint8_t, 4> magic{};
    if (Status status = reader.read(magic.data(), magic.size(), "the magic number"); !status)
        return fail(status.error());
    if (magic[0] != 0 || magic[1] != 0 || magic[3] == 0 || magic[3] > kMostAxes)
        return fail(ErrorCode::File, "this is no IDX file: expected the bytes 00 00 08 and the number of axes",
                    path.string() + ", offset 0", "Point to a file such as train-images-idx3-ubyte or its .gz");
    if (magic[2] != kUnsignedByte)
        return fail(ErrorCode::File,
                    "expected elements of type 08 (unsigned byte), found type " + std::to_string(magic[2]),
                    path.string() + ", offset 2", "Only unsigned bytes are supported");

    IdxArray array;
    std::uint64_t total = 1;
    for (std::uint8_t axis = 0; axis < magic[3]; ++axis) {
        std::array<std::uint8_t, 4> size{};
        if (Status status = reader.read(size.data(), size.size(), "the sizes"); !status)
            return fail(status.error());
        const std::uint32_t value = (std::uint32_t{size[0]} << 24) | (std::uint32_t{size[1]} << 16)
                                    | (std::uint32_t{size[2]} << 8) | std::uint32_t{size[3]};
        if (value == 0)
            return reader.damaged("axis " + std::to_string(axis) + " has size 0, expected at least 1");
        if (value > kLargestIdxBytes / total)
            return reader.damaged("the header announces more than 4 GiB");
        total *= value;
        array.sizes.push_back(value);
    }

    // Grown piece by piece: a damaged header must not reserve gigabytes for a file of a few bytes.
    constexpr std::uint64_t piece = std::uint64_t{16} << 20;
    while (array.bytes.size() < total) {
        const std::uint64_t before = array.bytes.size();
        const std::uint64_t next = std::min(piece, total - before);
        array.bytes.resize(before + next);
        if (Status status = reader.read(array.bytes.data() + before, next, "the elements", total - before - next); !status)
            return fail(status.error());
    }
    if (Status status = reader.expectEnd(); !status)
        return fail(status.error());
    return array;
}

}  // namespace tandem
