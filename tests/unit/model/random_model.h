// Random models with every feature of the model text, for tests of reading and writing.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "model/model.h"

namespace paramscope {

/// Makes models; the same seed gives the same ones.
class RandomModels {
  public:
    explicit RandomModels(unsigned seed) : random_(seed) {}

    Model model() {
        Model model;
        for (int i = below(3); i > 0; --i)
            model.notes.push_back(one_of({"a note", "", "x = (1, #2) 'it's'", "说明"}));
        for (int i = below(4); i > 0; --i) model.variables.push_back(variable(i));
        for (int i = below(3); i > 0; --i) model.inputs.push_back({shape(), {}});
        if (chance(3)) model.dtype = one_of({"float16", "bfloat16", "int8"});
        for (int i = below(3); i > 0; --i) model.ties.push_back({path(), path(), {}});
        for (int i = below(3); i > 0; --i) model.frozen.push_back({path(), {}});
        model.root = module("", 4);
        return model;
    }

  private:
    int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
    bool chance(int in) { return below(in) == 0; }

    std::string one_of(const std::vector<std::string>& choices) {
        return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
    }

    Polynomial symbol() { return Polynomial::symbol(one_of({"d", "n_heads", "größe", "x"})); }

    Polynomial number() {
        switch (below(6)) {
            case 0:
                return symbol() * symbol() + below(9);
            case 1:
                return floor_divide(symbol(), below(7) + 2) - symbol();
            case 2:
                return Polynomial(below(1000)) / Polynomial(below(30) + 1);
            case 3:
                return max(symbol() + 1, Polynomial(below(9)));
            default:
                return below(5000) - 100;
        }
    }

    Dims shape() {
        Dims dims;
        for (int i = below(5); i > 0; --i) dims.push_back(number());
        return dims;
    }

    Variable variable(int index) {
        return {one_of({"d", "größe", "V_src"}) + std::to_string(index), number(), "", comment(), {}, {}};
    }

    std::string path() { return one_of({"head.weight", "layers.0.a key", "embed", "0-*.w", "卷积.bias"}); }
    std::string comment() { return one_of({"", "", "", "width", "it's (a) # comment", "x = 'y"}); }

    Value value(int depth) {
        switch (below(depth > 0 ? 9 : 6)) {
            case 0:
                return Value::of_word(one_of({"d", "same", "torch.float16", "inf", "-inf", "层"}));
            case 1:
                return Value::of_string(one_of({"none", "", "it's", "a\"b", "b (h w) -> c, #", "back\\\\"}));
            case 2:
                return Value::of_boolean(chance(2));
            case 3:
                return raw();
            case 4:
                return Value{};
            case 5:
                return chance(3) ? Value{} : whole_number();
            case 6:
                return call(depth);
            default:
                return tuple(depth);
        }
    }

    /// A lone symbol reads as a word, so numbers are made to be more than that.
    Value whole_number() {
        const Polynomial polynomial = number();
        return Value::of_number(is_lone_symbol(polynomial) ? polynomial + 1 : polynomial);
    }

    static bool is_lone_symbol(const Polynomial& polynomial) {
        for (const std::string& name : symbols(polynomial)) {
            if (polynomial == Polynomial::symbol(name)) return true;
        }
        return false;
    }

    Value raw() {
        Value value;
        value.kind = Value::Kind::Raw;
        value.text = one_of({"<function relu at 0x7f>", "tensor([1.,\n        2.])", "<class 'a.B'>"});
        return value;
    }

    Value tuple(int depth) {
        std::vector<Value> items;
        for (int i = below(4); i > 0; --i) {
            Value item = value(depth - 1);
            if (item.kind != Value::Kind::Raw) items.push_back(std::move(item));
        }
        Value tuple = Value::of_tuple(std::move(items));
        tuple.is_list = chance(2);
        return tuple;
    }

    Value call(int depth) {
        Value call;
        call.kind = Value::Kind::Call;
        call.text = one_of({"partial", "torch.Size", "ReLU"});
        call.arguments = arguments(depth - 1);
        call.arguments.change([](Argument& argument) { argument.own_line = false; });
        return call;
    }

    std::vector<Argument> arguments(int depth) {
        std::vector<Argument> arguments;
        for (int i = below(4); i > 0; --i) {
            const std::string name = one_of({"", "bias", "kernel_size", "größe"});
            arguments.push_back({name, value(depth), chance(6), {}});
        }
        return arguments;
    }

    Tensor tensor(const std::string& name) {
        Tensor tensor;
        tensor.name = name;
        tensor.role = chance(3) ? Role::Buffer : Role::Parameter;
        tensor.shape = shape();
        tensor.trainable = !chance(4);
        if (chance(4)) tensor.dtype = "float16";
        if (chance(4)) tensor.comment = "a tensor";
        if (chance(4)) print(tensor);
        return tensor;
    }

    /// Turns the tensor into one that PyTorch printed.
    void print(Tensor& tensor) {
        tensor.shape = {3, 4};
        tensor.dtype = "float32";
        tensor.role = Role::Parameter;
        tensor.trainable = true;
        tensor.comment = {};
        tensor.printed = "Parameter containing: [torch.float32 of size 3x4 (cuda:0)]";
    }

    Forward forward() {
        const std::string text =
            one_of({"forward(x) = relu(conv1(x)) + down?(x)", "forward() = (1, f(x, dim=-1))[0]",
                    "forward(a, b) = s @ t where s = f(a,\n    b), t = -s"});
        std::uint32_t end = 0;
        return *parse_forward(text, &end);
    }

    Module module(const std::string& name, int depth) {
        Module module;
        module.name = name;
        module.type = one_of({"Linear", "lora.Linear", "A<int, 2>", "Сеть", "torch::nn::A", "B[x]"});
        module.arguments = arguments(2);
        if (chance(5))
            module.extra.push_back(one_of({"10 -> 20", "some words, more words", "INFO: [w = a(b) + c]"}));
        if (chance(8)) module.extra.push_back("second line of text");
        if (chance(5)) module.forward = forward();
        if (chance(6)) module.stated_input = shape();
        module.comment = comment();
        for (int i = chance(3) ? below(3) : 0; i > 0; --i)
            module.tensors.push_back(tensor("w" + std::to_string(i)));
        for (int i = depth > 0 ? below(4) : 0; i > 0; --i) module.children.push_back(child(i, depth));
        return module;
    }

    Module child(int index, int depth) {
        if (chance(12)) {
            Module none;
            none.name = "none" + std::to_string(index);
            none.type = "None";
            return none;
        }
        const std::string number = std::to_string(index);
        Module child =
            module(one_of({number, "conv" + number, "a key" + number, "f(x)" + number}), depth - 1);
        if (chance(5)) {
            child.name = number + "-*";
            child.repeat = symbol() * (below(3) + 1);
        } else if (chance(5)) {
            child.name = number + "-" + std::to_string(index + 5);
            child.repeat = 6;
        }
        return child;
    }

    std::mt19937 random_;
};

}  // namespace paramscope
