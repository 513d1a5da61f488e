#include "base/concat.h"
#include "count/report/memory.h"
#include "formats/cells.h"
#include "formats/json_stream.h"
#include "formats/sections.h"
#include "formats/table.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;

std::string memory(const Report& report) {
    AlignedTable table;
    table.add_column("", Align::Left);
    table.add_column("", Align::Left);
    for (const MemoryItem& item : memory_of(report)) {
        std::string size = exact_in_words(item.bytes);
        if (!item.bytes.is_unknown()) size += " bytes";
        if (item.bytes.value.value_or(0) >= 1000) size += " = " + short_bytes(*item.bytes.value);
        table.add_row({concat("  ", item.label), size + equals_formula(item.bytes)});
    }
    return "memory\n" + table.text();
}

void write_memory(JsonStream& json, const Report& report) {
    json.key("memory");
    json.object([&] {
        for (const MemoryItem& item : memory_of(report)) {
            json.key(item.name);
            json.object([&] {
                json.member("bytes", item.bytes.value);
                json.member("complete", item.bytes.is_complete());
                json.member("formula", known_formula(item.bytes));
            });
        }
    });
}

}  // namespace

const ReportSection kMemorySection = {memory, write_memory};

}  // namespace paramscope
