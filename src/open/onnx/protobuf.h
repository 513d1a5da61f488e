// Decodes protobuf messages out of a ByteSource, field by field: bytes that the caller does not ask for are
// skipped, not read. Errors are recorded, never thrown. Source: protobuf.dev/programming-guides/encoding.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/message.h"
#include "open/support/cursor.h"

namespace paramscope::open::onnx {

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Length = 2, Fixed32 = 5 };

/// The head of one field. The bytes of a length-delimited one follow at the reader's position.
struct ProtobufField {
    std::uint64_t number = 0;
    WireType type = WireType::Varint;
    std::uint64_t value = 0;  ///< of a Varint, Fixed64 or Fixed32
    std::uint64_t end = 0;    ///< of a Length field: where its bytes end in the file
    bool is_cut = false;      ///< its length goes beyond the enclosing message; `end` does not
};

class ProtobufReader {
  public:
    explicit ProtobufReader(ByteSource& file) : cursor_(file), file_size_(file.size()) {}

    /// Calls `take(field)` for each field of the whole file, which is one message.
    template <typename TakeField>
    void read_file(TakeField take) {
        read_fields(file_size_, take);
    }

    /// Calls `take(field)` for each field of the message in `message`; nothing for a field of another wire
    /// type.
    template <typename TakeField>
    void read_message(const ProtobufField& message, TakeField take) {
        if (message.type != WireType::Length) return;
        count_memory(kMemoryOfMessage);
        read_fields(message.end, take);
    }

    /// True for a Length field that is whole and has at most `most` bytes.
    bool is_readable(const ProtobufField& field, std::size_t most) const;
    /// The bytes of a Length field, until more is read; "" for other wire types, for a cut field, and for
    /// more than `most` bytes.
    std::string_view text(const ProtobufField& field, std::size_t most);
    /// Appends the varints of a repeated field, packed or not; nothing for a packed list of more than `most`
    /// bytes.
    void append_integers(const ProtobufField& field, std::size_t most, std::vector<std::int64_t>& numbers);
    /// The same for floats.
    void append_floats(const ProtobufField& field, std::size_t most, std::vector<double>& numbers);

    /// Counts what is kept of the file; reading stops with an error where it is too much.
    void count_memory(std::size_t bytes);

    /// Why reading stopped before the end, with the byte in the file; nullopt when it did not.
    const std::optional<Message>& error() const { return error_; }

  private:
    /// What the values decoded from one file may take.
    static constexpr std::size_t kMostMemory = 32u << 20;
    static constexpr std::size_t kMemoryOfMessage = 32;

    template <typename TakeField>
    void read_fields(std::uint64_t end, TakeField take) {
        while (!error_ && cursor_.offset() < end) {
            const ProtobufField field = read_field_head(end);
            if (error_) return;
            take(field);
            finish(field);
        }
    }

    ProtobufField read_field_head(std::uint64_t end);
    void finish(const ProtobufField& field);
    std::uint64_t read_varint();
    void fail(Message problem);

    Cursor cursor_;
    std::string text_;  ///< that text() gave
    std::uint64_t file_size_;
    std::uint64_t field_begin_ = 0;  ///< where the field that was begun last begins
    std::size_t memory_ = 0;
    std::optional<Message> error_;
};

/// The float in the bits of a Fixed32 field.
float float_of(std::uint64_t bits);

}  // namespace paramscope::open::onnx
