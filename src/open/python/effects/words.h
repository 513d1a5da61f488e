// The names of Python, torch and numpy that rules about changes know.
#pragma once

#include "base/text_parts.h"

namespace paramscope::open::python {

/// Methods of lists, dicts, sets and the classes of `collections` that change them.
inline constexpr auto kContainerMethods = word_table<24>(
    "append appendleft extend extendleft insert pop popleft popitem update add setdefault remove "
    "clear discard sort reverse move_to_end difference_update subtract intersection_update __iadd__ "
    "__setitem__ __delitem__ symmetric_difference_update");

/// Methods that change the parts of a module, or which of its weights are trained; `register_buffer` and the
/// like too.
inline constexpr auto kPartMethods = word_table<2>("add_module requires_grad_");

/// Methods of nn.Module that change no part of it.
inline constexpr auto kHarmlessMethods = word_table<16>(
    "train eval parameters named_parameters modules named_modules children named_children state_dict "
    "zero_grad to cuda cpu float half forward");

/// Functions that call what they are given for each item.
inline constexpr auto kCallingFunctions = word_table<7>("map filter sorted min max reduce sort");

/// Methods that hand their object to the functions that they are given.
inline constexpr auto kHandingMethods = word_table<1>("apply");

/// Methods that give a tensor, or another value that is no part of a module.
inline constexpr auto kTensorMethods = word_table<31>(
    "clone view reshape transpose permute unsqueeze squeeze expand repeat long detach numpy "
    "softmax contiguous masked_fill new_ones mean sum item tolist argmax new_zeros new_full numel "
    "size dim flatten cumsum log log_softmax sigmoid");
inline constexpr auto kTensorLibraries = word_table<3>("torch np numpy");

/// Functions that give numbers and texts, and those that make new objects.
inline constexpr auto kNumberMakers = word_table<8>("float int str len range bool repr round");
inline constexpr auto kMakers =
    word_table<8>("list dict set OrderedDict defaultdict deque Counter bytearray");

/// Functions, and attributes, through which anything may be changed.
inline constexpr auto kOpenFunctions = word_table<7>("setattr delattr exec eval globals locals vars");
inline constexpr auto kOpenMembers =
    word_table<6>("__dict__ __setattr__ __delattr__ _modules _parameters _buffers");
inline constexpr auto kDecidingAttributes = word_table<3>("requires_grad data __class__");

}  // namespace paramscope::open::python
