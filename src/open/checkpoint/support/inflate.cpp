#include "open/checkpoint/support/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <string>

namespace paramscope::open {
namespace {

constexpr std::size_t kPiece = 1u << 14;

/// Keeps all bytes inflated so far: zlib cannot go back in a stream.
class InflatedSource final : public ByteSource {
  public:
    InflatedSource(ByteSource& file, std::uint64_t offset, std::uint64_t end, std::uint64_t size)
        : file_(file), at_(offset), end_(end), size_(size) {
        // A raw deflate stream: zip archives keep its size and checksum in their headers.
        is_good_ = inflateInit2(&stream_, -MAX_WBITS) == Z_OK;
    }
    ~InflatedSource() override { inflateEnd(&stream_); }
    InflatedSource(const InflatedSource&) = delete;
    InflatedSource& operator=(const InflatedSource&) = delete;

    std::uint64_t size() const override { return size_; }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        const std::uint64_t wanted = offset + buffer.size();
        if (wanted > kMostInflated) return false;
        while (bytes_.size() < wanted) {
            if (!inflate_piece()) return false;
        }
        std::copy_n(bytes_.data() + offset, buffer.size(), buffer.data());
        return true;
    }

    bool inflate_piece() {
        if (!is_good_ || (stream_.avail_in == 0 && !read_piece())) return false;
        const std::size_t before = bytes_.size();
        bytes_.resize(before + kPiece);
        stream_.next_out = reinterpret_cast<Bytef*>(bytes_.data() + before);
        stream_.avail_out = kPiece;
        const int result = ::inflate(&stream_, Z_NO_FLUSH);
        bytes_.resize(bytes_.size() - stream_.avail_out);
        is_good_ = result == Z_OK;
        return is_good_ || (result == Z_STREAM_END && bytes_.size() > before);
    }

    bool read_piece() {
        input_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, end_ - at_)));
        if (input_.empty() || !file_.read(at_, std::span<char>(input_))) return false;
        at_ += input_.size();
        stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
        stream_.avail_in = static_cast<uInt>(input_.size());
        return true;
    }

    ByteSource& file_;
    std::uint64_t at_, end_, size_;
    std::string input_, bytes_;
    z_stream stream_ = {};
    bool is_good_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> open_inflated(ByteSource& file, std::uint64_t offset, std::uint64_t end,
                                          std::uint64_t size) {
    return std::make_unique<InflatedSource>(file, offset, std::max(offset, std::min(end, file.size())), size);
}

}  // namespace paramscope::open
