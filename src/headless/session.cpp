#include "headless/session.h"

#include <imgui.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "app/shell/app.h"
#include "base/ranges.h"
#include "formats/support/json_stream.h"
#include "headless/bytes.h"
#include "headless/opener.h"
#include "headless/page.h"
#include "platform/page/bridge.h"
#include "platform/page/exports.h"
#include "platform/platform.h"

/// What a page's worker calls (bindings/count_main.cpp).
extern "C" {
char* count_make_room(std::size_t size);
void count_read();
void count_count();
std::size_t count_next_block();
const char* count_block();
}

namespace paramscope::headless {

Page& page() {
    static Page instance;
    return instance;
}

namespace {

constexpr double kFrame = 1.0 / 60;

/// The numbers of a command; missing ones are 0.
class Numbers {
  public:
    explicit Numbers(const rapidjson::Value& command) {
        const auto found = command.FindMember("numbers");
        if (found == command.MemberEnd() || !found->value.IsArray()) return;
        for (const rapidjson::Value& number : found->value.GetArray())
            all_.push_back(number.IsNumber() ? number.GetDouble() : 0);
    }

    template <typename T = int>
    T at(std::size_t index) const {
        return index < all_.size() ? static_cast<T>(all_[index]) : T();
    }

  private:
    std::vector<double> all_;
};

/// Paints the frame that is due, if any; returns the seconds until the next.
double paint_if_due(int& frames) {
    page().is_painted = false;
    const double wait = host_frame();
    frames += page().is_painted;
    return wait;
}

/// Paints until no frame is due; returns false after `most` frames.
bool settle(int most, int& frames) {
    while (frames < most) {
        const double wait = paint_if_due(frames);
        if (!page().is_painted || wait > 0) return true;
        page().clock += kFrame;
    }
    return false;
}

void pass(double seconds, int& frames) {
    const double end = page().clock + seconds;
    while (page().clock < end) {
        const double wait = paint_if_due(frames);
        page().clock = std::min(end, page().clock + std::max(wait, kFrame));
    }
    paint_if_due(frames);
}

/// Lets the worker's `call` read the bytes in incoming().
bool call_with_bytes(void (*call)()) {
    const std::string bytes = bytes_of(platform::incoming());
    std::memcpy(count_make_room(bytes.size()), bytes.data(), bytes.size());
    call();
    return true;
}

struct Call {
    std::string_view name;
    bool (*run)(const Numbers& n);
};

/// The functions that a page or its worker calls, by name; their result, true for those without one.
constexpr Call kCalls[] = {
    {"pointer",
     [](const Numbers& n) {
         host_pointer(n.at(0), n.at<float>(1), n.at<float>(2), n.at(3), n.at(4));
         return true;
     }},
    {"finger",
     [](const Numbers& n) {
         host_finger(n.at(0), n.at(1), n.at<float>(2), n.at<float>(3));
         return true;
     }},
    {"wheel", [](const Numbers& n) { return host_wheel(n.at<float>(0), n.at<float>(1), n.at(2)); }},
    {"key", [](const Numbers& n) { return host_key(n.at(0) != 0, n.at(1)); }},
    {"text", [](const Numbers&) { return host_text(), true; }},
    {"paste", [](const Numbers&) { return host_paste(), true; }},
    {"focus", [](const Numbers& n) { return host_focus(n.at(0) != 0), true; }},
    {"act", [](const Numbers& n) { return host_act(n.at<unsigned>(0), n.at(1)), true; }},
    {"scroll",
     [](const Numbers& n) { return host_scroll(n.at<unsigned>(0), n.at<float>(1), n.at<float>(2)), true; }},
    {"touch", [](const Numbers&) { return host_touch(), true; }},
    {"leave", [](const Numbers&) { return host_leave(), true; }},
    {"print", [](const Numbers&) { return host_print(), true; }},
    {"reads", [](const Numbers&) { return host_reads(); }},
    {"file_name", [](const Numbers&) { return host_file_name(), true; }},
    {"file_part", [](const Numbers& n) { return host_file_part(n.at<std::size_t>(0)), true; }},
    {"file", [](const Numbers& n) { return host_file(n.at<double>(0), n.at(1) != 0, n.at(2) != 0), true; }},
    {"files_hovering", [](const Numbers& n) { return host_files_hovering(n.at(0) != 0), true; }},
    {"readings", [](const Numbers&) { return host_readings(), true; }},
    {"known_names", [](const Numbers&) { return host_known_names(), true; }},
    {"language", [](const Numbers&) { return host_language(), true; }},
    {"arriving_field", [](const Numbers& n) { return host_arriving_field(n.at<std::size_t>(0)), true; }},
    {"source_reading", [](const Numbers&) { return host_source_reading(), true; }},
    {"adjustable", [](const Numbers&) { return host_adjustable(), true; }},
    {"state_arrived", [](const Numbers&) { return host_state_arrived(), true; }},
    {"count_read", [](const Numbers&) { return call_with_bytes(count_read); }},
    {"count_count", [](const Numbers&) { return call_with_bytes(count_count); }},
    {"counting",
     [](const Numbers& n) {
         page().can_count = n.at(0) != 0;
         page().count_phase = n.at(1);
         return true;
     }},
    {"counted_block",
     [](const Numbers&) {
         page().blocks.push_back(bytes_of(platform::incoming()));
         host_counted_block();
         return true;
     }},
    {"link_length", [](const Numbers& n) { return host_link_length(n.at<std::size_t>(0)), true; }},
};

std::string text_of(const rapidjson::Value& command, const char* name) {
    const auto found = command.FindMember(name);
    if (found == command.MemberEnd() || !found->value.IsString()) return "";
    return {found->value.GetString(), found->value.GetStringLength()};
}

/// Sets a value of the page: "remembered:theme", "pattern:ID", "title:TITLE", or a setting.
void set(std::string_view name, std::string value) {
    const std::size_t colon = name.find(':');
    const std::string_view kind = colon == std::string_view::npos ? "" : name.substr(0, colon);
    const std::string key(colon == std::string_view::npos ? name : name.substr(colon + 1));
    auto& values = kind == "remembered" ? page().remembered
                   : kind == "pattern"  ? page().patterns
                   : kind == "title"    ? page().titles
                                        : page().settings;
    values[key] = std::move(value);
}

OpenRequest open_request(const rapidjson::Value& command) {
    OpenRequest request;
    const auto files = command.FindMember("files");
    if (files != command.MemberEnd() && files->value.IsArray()) {
        for (const rapidjson::Value& file : files->value.GetArray()) {
            if (file.IsArray() && file.Size() == 2 && file[0].IsString() && file[1].IsString())
                request.files.emplace_back(file[0].GetString(),
                                           bytes_of({file[1].GetString(), file[1].GetStringLength()}));
        }
    }
    request.format = text_of(command, "format");
    request.build = text_of(command, "build");
    request.input = text_of(command, "input");
    const auto is_main = command.FindMember("isMain");
    request.is_main = is_main != command.MemberEnd() && is_main->value.IsTrue();
    return request;
}

/// The outcome of a command.
struct Outcome {
    bool result = true;
    int frames = 0;
    Answers answers;
    std::string error;
};

Outcome outcome_of(const rapidjson::Value& command) {
    Outcome outcome;
    const std::string name = text_of(command, "do");
    const Numbers numbers(command);
    if (name == "set") {
        set(text_of(command, "name"), text_of(command, "text"));
    } else if (name == "forget_language") {
        page().patterns.clear();
        page().titles.clear();
    } else if (name == "size") {
        page().width = numbers.at<float>(0);
        page().height = numbers.at<float>(1);
        page().ratio = std::max(numbers.at<float>(2), 0.1f);
        if (ImGui::GetCurrentContext() != nullptr) host_touch();
    } else if (name == "start") {
        outcome.result = platform::run("Paramscope", make_app) == 0;
    } else if (name == "settle") {
        outcome.result = settle(numbers.at(0), outcome.frames);
    } else if (name == "pass") {
        pass(numbers.at<double>(0), outcome.frames);
    } else if (name == "open" || name == "adjust") {
        OpenRequest request = open_request(command);
        if (request.files.empty())
            outcome.error = "no file";
        else
            outcome.answers = name == "open" ? open(std::move(request)) : adjust(std::move(request));
    } else if (name == "count_block") {
        const std::size_t size = count_next_block();
        outcome.answers["block"] = characters_of({count_block(), size});
    } else {
        const auto* call = find_by(kCalls, &Call::name, name);
        if (call == nullptr) {
            outcome.error = "unknown command " + name;
        } else {
            platform::incoming() = text_of(command, "text");
            outcome.result = call->run(numbers);
        }
    }
    return outcome;
}

}  // namespace

std::string carry_out(std::string_view line) {
    rapidjson::Document command;
    command.Parse(line.data(), line.size());
    Outcome outcome;
    if (command.HasParseError() || !command.IsObject()) {
        outcome.error = "not a JSON object";
    } else {
        outcome = outcome_of(command);
    }
    JsonStream json(0);
    json.object([&] {
        json.member("result", outcome.result);
        json.member("frames", Integer(outcome.frames));
        if (!outcome.error.empty()) json.member("error", outcome.error);
        json.object("answers", [&] {
            for (const auto& [name, text] : outcome.answers) json.member(name, text);
        });
        json.member("events", std::exchange(page().events, {}));
    });
    return json.take();
}

}  // namespace paramscope::headless
