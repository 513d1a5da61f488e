#include "open/tensors/training_state.h"

#include <gtest/gtest.h>

#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Tensor {
    const char* name;
    Shape shape;
    bool is_buffer;
};

struct Case {
    const char* what;
    std::vector<Tensor> tensors;
    const char* notes;
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.what;
}

class TrainingStates : public testing::TestWithParam<Case> {};

TEST_P(TrainingStates, AreBuffers) {
    const Case& c = GetParam();
    TensorSet set;
    for (const Tensor& tensor : c.tensors) set.tensors.push_back({tensor.name, tensor.shape});
    const Diagnostics notes = mark_training_state(set);
    for (std::size_t i = 0; i < c.tensors.size(); ++i)
        EXPECT_EQ(set.tensors[i].buffer, c.tensors[i].is_buffer) << c.tensors[i].name;
    std::string words;
    for (const Diagnostic& note : notes) words += testing_support::describe(note.message) + "\n";
    EXPECT_EQ(words, c.notes);
}

const Case kCases[] = {
    {"a model", {{"fc.weight", {2, 3}, false}, {"fc.bias", {2}, false}}, ""},
    {"torch.optim beside a model",
     {{"model.fc.weight", {2, 3}, false},
      {"optimizer.state.0.exp_avg", {2, 3}, true},
      {"last_optimizer_state.state.0.m", {2, 3}, true}},
     "tensors.optimizer_state(count: 2, example: optimizer.state.0.exp_avg)\n"},
    {"a list of optimizers",
     {{"w", {3}, false}, {"optimizer_states.0.m", {3}, true}},
     "tensors.optimizer_state(count: 1, example: optimizer_states.0.m)\n"},
    {"optax",
     {{"params/w", {3}, false}, {"opt_state/0/mu/w", {3}, true}},
     "tensors.optimizer_state(count: 1, example: opt_state/0/mu/w)\n"},
    {"slots of TensorFlow",
     {{"dense/kernel", {3, 2}, false},
      {"dense/kernel/Adam", {3, 2}, true},
      {"dense/kernel/adam_v", {3, 2}, true}},
     "tensors.optimizer_state(count: 2, example: dense/kernel/Adam)\n"},
    {"an optimizer alone",
     {{"state.0.step", {}, true}, {"state.0.exp_avg", {2, 3}, true}, {"state.0.exp_avg_sq", {2, 3}, true}},
     "tensors.no_weights\n"},
    {"a weight named step", {{"noise.step", {4}, false}}, ""},
    {"a module deep inside that is named for an optimizer", {{"net.head.optimizer.weight", {4}, false}}, ""},
    {"a moving average",
     {{"model.fc.weight", {2, 3}, false},
      {"model.fc.bias", {2}, false},
      {"model_ema.fcweight", {2, 3}, true},
      {"model_ema.decay", {}, true}},
     "tensors.averages(count: 2, example: model_ema.fcweight)\n"},
    {"a moving average alone", {{"ema.fc.weight", {2, 3}, false}, {"step.weight", {7}, false}}, ""},
    {"an average of other shapes",
     {{"model.fc.weight", {2, 3}, false}, {"ema.fc.weight", {9, 3}, false}},
     ""},
    {"a small module named ema",
     {{"a.weight", {3}, false},
      {"b.weight", {3}, false},
      {"c.weight", {3}, false},
      {"ema.weight", {3}, false}},
     ""},
};

INSTANTIATE_TEST_SUITE_P(Cases, TrainingStates, testing::ValuesIn(kCases));

}  // namespace
}  // namespace paramscope::open
