#include "app/words/words.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

struct Row {
    Word word;
    std::string_view id;  ///< id of its translation in web/languages/zh/interface.txt
    std::string_view english;
};

constexpr Row kRows[] = {
    {Word::Panes, "interface.panes", "Panes"},
    {Word::Invitation, "interface.invitation",
     "Counts a network's parameters and FLOPs, with formulas: paste code or print(model), or drop a file."},
    {Word::FirstVisit, "interface.first_visit", "Try one of these, or bring your own:"},
    {Word::HideExamples, "interface.hide_examples", "Hide these examples"},
    {Word::OpenFile, "interface.open_file", "Open file"},
    {Word::OpenFileShort, "interface.open_file_short", "Open"},
    {Word::Paste, "interface.paste", "Paste"},
    {Word::DropHere, "interface.drop_here", "Drop the model here"},
    {Word::PastedModel, "interface.pasted_model", "Pasted model"},
    {Word::Edited, "interface.edited", "{0} (edited)"},
    {Word::FileUnreadable, "interface.file_unreadable", "{0} could not be read"},
    {Word::FileNotText, "interface.file_not_text", "{0} is not a text file"},
    {Word::FileTooLarge, "interface.file_too_large", "{0} is too large to be a model text"},
    {Word::Copied, "interface.copied", "{0} copied"},
    {Word::Counting, "interface.counting", "Counting {0} …"},
    {Word::CountState, "interface.count_state", "Counting"},
    {Word::CountStarts, "interface.count_starts", "Starting to count"},
    {Word::CountReads, "interface.count_reads", "Reading the text"},
    {Word::CountCounts, "interface.count_counts", "Counting the modules"},
    {Word::CountArrives, "interface.count_arrives", "Fetching rows, {0}"},
    {Word::CountStopped, "interface.count_stopped", "Counting was stopped"},
    {Word::ResultIsEarlier, "interface.result_is_earlier",
     "Counting was stopped. The numbers are those of the earlier text."},
    {Word::StopCounting, "interface.stop_counting", "Stop"},
    {Word::CountNow, "interface.count_now", "Count"},
    {Word::TabModules, "interface.tab_modules", "Modules"},
    {Word::TabFormula, "interface.tab_formula", "Formula"},
    {Word::TabValues, "interface.tab_values", "Values"},
    {Word::TabText, "interface.tab_text", "Text"},
    {Word::English, "interface.english", "English"},
    {Word::Chinese, "interface.chinese", "中文"},
    {Word::Undo, "interface.undo", "Undo"},
    {Word::Redo, "interface.redo", "Redo"},

    {Word::Models, "interface.models", "Models"},
    {Word::Close, "interface.close", "Close"},
    {Word::Clear, "interface.clear", "Clear"},
    {Word::FromTheArticles, "interface.from_the_articles", "Textbook examples"},
    {Word::ModelsAsPublished, "interface.models_as_published", "Models as published"},
    {Word::SearchModels, "interface.search_models", "Search models"},
    {Word::NoSuchModels, "interface.no_such_models",
     "No model matches. Paste the output of print(model) instead."},

    {Word::ModelText, "interface.model_text", "Model text"},
    {Word::SourceCode, "interface.source_code", "Code"},
    {Word::ReadingSource, "interface.reading_source", "Reading the code…"},
    {Word::Built, "interface.built", "What the code builds"},
    {Word::ChooseClass, "interface.choose_class", "Choose a class"},
    {Word::ReadAs, "interface.read_as", "Read as: {0}"},
    {Word::ReadAsHint, "interface.read_as_hint",
     "What the text was taken for. Choose another kind if that is wrong."},
    {Word::ListOfTensors, "interface.list_of_tensors", "List of tensors"},
    {Word::TableOfLayers, "interface.table_of_layers", "Table of layers"},
    {Word::TableOfTensors, "interface.table_of_tensors", "Table of tensors"},
    {Word::StatedTotals, "interface.stated_totals", "Totals alone"},
    {Word::ConfigOfTransformers, "interface.config_of_transformers", "config.json of transformers"},
    {Word::ConfigOfKeras, "interface.config_of_keras", "Config of Keras"},
    {Word::LineAndColumn, "interface.line_and_column", "line {0}, column {1}"},
    {Word::AndMore, "interface.and_more", "and {0} more"},
    {Word::Problems, "interface.problems", "Problems"},
    {Word::ProblemAt, "interface.problem_at", "{0} ({1})"},

    {Word::HyperParameters, "interface.hyper_parameters", "Hyper-parameters"},
    {Word::NoHyperParameters, "interface.no_hyper_parameters",
     "To get a slider, name a number in the text: write d = 512 above the model and d instead of 512."},
    {Word::ShapesTheModel, "interface.shapes_the_model",
     "Changes which modules there are: the code is read again."},
    {Word::MakeAdjustable, "interface.make_adjustable", "Make adjustable"},
    {Word::MakesAdjustable, "interface.makes_adjustable",
     "Finds the sizes that belong together and writes them as hyper-parameters: each gets a slider."},
    {Word::AdjustState, "interface.adjust_state", "Making the model adjustable"},
    {Word::LooksForSizes, "interface.looks_for_sizes", "Looking for related sizes…"},
    {Word::Reset, "interface.reset", "Reset"},
    {Word::SetByHand, "interface.set_by_hand", "set by hand"},
    {Word::Assumed, "interface.assumed", "assumed"},
    {Word::FromTheText, "interface.from_the_text", "from the text"},
    {Word::FromTheCode, "interface.from_the_code", "from the code"},
    {Word::AssumedUsual, "interface.assumed_usual", "The text does not give it: a usual value is assumed."},
    {Word::InputShape, "interface.input_shape", "Input shape"},
    {Word::InputNotKnown, "interface.input_not_known", "unknown: FLOPs need it"},

    {Word::Totals, "interface.totals", "Totals"},
    {Word::NothingCounted, "interface.nothing_counted", "Nothing counted yet."},
    {Word::Parameters, "interface.parameters", "Parameters"},
    {Word::ParametersAtLeast, "interface.parameters_at_least", "Parameters, at least"},
    {Word::ParametersAsPrinted, "interface.parameters_as_printed", "Parameters, as printed"},
    {Word::ParametersBetween, "interface.parameters_between", "Parameters, between"},
    {Word::ParametersAbout, "interface.parameters_about", "Parameters, about"},
    {Word::WhyAtLeast, "interface.why_at_least",
     "Some tensors are known to be missing: the messages below the text name them."},
    {Word::WhyAsPrinted, "interface.why_as_printed",
     "Everything that print() shows is counted. A class of your own may hold more tensors: print() does not "
     "show them."},
    {Word::WhyBetween, "interface.why_between",
     "Some weights may be one tensor: print() does not show it. The buttons below settle it, or `tie:` lines "
     "in the text."},
    {Word::TiedTotal, "interface.tied_total", "Tied: {0}"},
    {Word::UntiedTotal, "interface.untied_total", "Not tied: {0}"},
    {Word::TieLinesAreWritten, "interface.tie_lines_are_written", "Writes above the text:"},
    {Word::WhyAbout, "interface.why_about",
     "Something else was counted in place of a part that is unknown: the true number may be smaller or "
     "larger."},
    {Word::OfTheLastText, "interface.of_the_last_text", "from before the error"},
    {Word::OfTheEarlierText, "interface.of_the_earlier_text", "for the earlier text"},
    {Word::Macs, "interface.macs", "MACs"},
    {Word::Flops, "interface.flops", "FLOPs"},
    {Word::Memory, "interface.memory", "Memory"},
    {Word::Trainable, "interface.trainable", "Trainable"},
    {Word::Frozen, "interface.frozen", "Frozen"},
    {Word::Buffers, "interface.buffers", "Buffers"},
    {Word::Active, "interface.active", "Active"},
    {Word::Unknown, "interface.unknown", "unknown"},
    {Word::FlopsNeedInput, "interface.flops_need_input",
     "FLOPs need the input's shape: write input = (1, 3, 224, 224) above the model, or fill in the field."},
    {Word::FlopsOfSomeModulesUnknown, "interface.flops_of_some_modules_unknown",
     "The work of some modules is unknown: the messages below the text name them."},
    {Word::NothingToDraw, "interface.nothing_to_draw",
     "{0}: this model has none, so there is nothing to draw."},
    {Word::UnknownToDraw, "interface.unknown_to_draw",
     "{0}: unknown for every module, so there is nothing to draw."},
    {Word::AtLeastWork, "interface.at_least_work", "At least {0}: the FLOPs of some modules are unknown."},
    {Word::AboutWork, "interface.about_work", "About {0}: parts of the model are estimates."},
    {Word::MultiplyAccumulates, "interface.multiply_accumulates", "{0} multiply-accumulates"},
    {Word::FloatingPointOperations, "interface.floating_point_operations", "{0} floating-point operations"},
    {Word::BytesOfParameters, "interface.bytes_of_parameters", "{0} bytes for the parameters"},
    {Word::Elements, "interface.elements", "{0} elements"},
    {Word::WholeFormula, "interface.whole_formula",
     "The formula of the whole model. Click for its derivation."},
    {Word::TotalAnnouncement, "interface.total_said", "{0}: {1} parameters"},

    {Word::OneModule, "interface.one_module", "{0} module"},
    {Word::ManyModules, "interface.many_modules", "{0} modules"},
    {Word::Expand, "interface.expand", "Expand"},
    {Word::Collapse, "interface.collapse", "Collapse"},
    {Word::Module, "interface.module", "Module"},
    {Word::Type, "interface.type", "Type"},
    {Word::Output, "interface.output", "Output"},
    {Word::Status, "interface.status", "Status"},
    {Word::QuantityUnknown, "interface.quantity_unknown", "{0} unknown"},
    {Word::QuantityAtLeast, "interface.quantity_at_least", "at least {0}"},
    {Word::QuantityAtMost, "interface.quantity_at_most", "at most {0}"},
    {Word::QuantityAbout, "interface.quantity_about", "about {0}"},
    {Word::UnitParameters, "interface.unit_parameters", "{0} parameters"},
    {Word::UnitFlops, "interface.unit_flops", "{0} FLOPs"},
    {Word::OutputShape, "interface.output_shape", "output {0}"},
    {Word::InEachOf, "interface.in_each_of", "in each of {0} copies; shares count all copies"},
    {Word::FilterHint, "interface.filter_hint", "Filter {0} modules: conv, >1M, flops>1G"},
    {Word::FilterHintShort, "interface.filter_hint_short", "Filter: conv, >1M"},
    {Word::MatchCount, "interface.match_count", "{0} of {1} modules match"},
    {Word::Units, "interface.units", "Units"},
    {Word::UnitsExact, "interface.units_exact", "Exact"},
    {Word::UnitsShort, "interface.units_short", "Short"},
    {Word::UnitsShare, "interface.units_share", "Percent"},
    {Word::OpenLevel, "interface.open_level", "Open one level more (* opens all)"},
    {Word::CloseLevel, "interface.close_level", "Open one level less"},
    {Word::GatherRepeats, "interface.gather_repeats", "Group equal neighbours"},
    {Word::ListLayers, "interface.list_layers", "List all layers"},
    {Word::Columns, "interface.columns", "Columns"},
    {Word::FocusedOn, "interface.focused_on", "Showing only {0}"},
    {Word::ShowAll, "interface.show_all", "Show the whole model"},
    {Word::FocusSubtree, "interface.focus_subtree", "Show only this module"},
    {Word::CopyPath, "interface.copy_path", "Copy path"},
    {Word::CopyRow, "interface.copy_row", "Copy row"},
    {Word::CopyFormula, "interface.copy_formula", "Copy formula"},
    {Word::Path, "interface.path", "Path"},
    {Word::MarkedSum, "interface.marked_sum", "{0} modules: {1} parameters ({2}), {3}"},

    {Word::Quantity, "interface.quantity", "Quantity"},
    {Word::WholeModel, "interface.whole_model", "the whole model"},
    {Word::ParametersUnknown, "interface.parameters_unknown", "The text does not determine the parameters."},
    {Word::WorkUnknown, "interface.work_unknown",
     "FLOPs are unknown: the input shape of this module is unknown."},
    {Word::ActivationsUnknown, "interface.activations_unknown",
     "Activations are unknown: the input shape of this module is unknown."},
    {Word::ActivationsAreKept, "interface.activations_are_kept",
     "Bytes of all outputs, which a training step keeps: {0} a number ({1})."},
    {Word::AllTogether, "interface.all_together", "Total"},
    {Word::AllTogetherAtLeast, "interface.all_together_at_least", "Total, at least"},
    {Word::AllTogetherAtMost, "interface.all_together_at_most", "Total, at most"},
    {Word::AllTogetherAbout, "interface.all_together_about", "Total, about"},
    {Word::MadeOf, "interface.made_of", "Made of"},
    {Word::OffBy, "interface.off_by", "= {0}, off by {1}"},
    {Word::CopyAs, "interface.copy_as", "Copy as"},
    {Word::PlainText, "interface.plain_text", "Text"},
    {Word::Unicode, "interface.unicode", "Unicode"},
    {Word::Latex, "interface.latex", "LaTeX"},
    {Word::Tensors, "interface.tensors", "Tensors"},
    {Word::Buffer, "interface.buffer", "buffer"},
    {Word::FrozenTensor, "interface.frozen_tensor", "frozen"},
    {Word::SharedWith, "interface.shared_with", "shared with {0}"},
    {Word::NotPrinted, "interface.not_printed", "not printed"},
    {Word::Inferred, "interface.inferred", "inferred"},
    {Word::Shapes, "interface.shapes", "Shapes"},
    {Word::ShapeUnknown, "interface.shape_unknown", "unknown"},
    {Word::Notes, "interface.notes", "Notes"},
    {Word::Inspect, "interface.inspect", "Inspect"},
    {Word::InspectModule, "interface.inspect_module", "Module"},
    {Word::InspectTools, "interface.inspect_tools", "Conventions"},
    {Word::InspectMemory, "interface.inspect_memory", "Memory"},
    {Word::Attributes, "interface.attributes", "Attributes"},
    {Word::AttributesHint, "interface.attributes_hint", "Changing a value here changes it in the text."},
    {Word::Operations, "interface.operations", "Operations"},
    {Word::OpConvolution, "interface.op_convolution", "MACs of convolutions"},
    {Word::OpLinear, "interface.op_linear", "MACs of projections"},
    {Word::OpAttentionScore, "interface.op_attention_score", "MACs of Q·Kᵀ"},
    {Word::OpAttentionValue, "interface.op_attention_value", "MACs of scores·V"},
    {Word::OpMatmul, "interface.op_matmul", "MACs of other matrix products"},
    {Word::OpRecurrent, "interface.op_recurrent", "MACs of recurrent cells"},
    {Word::OpBilinear, "interface.op_bilinear", "MACs of bilinear forms"},
    {Word::OpBiasAdd, "interface.op_bias_add", "bias additions"},
    {Word::OpAdd, "interface.op_add", "additions"},
    {Word::OpMultiply, "interface.op_multiply", "multiplications"},
    {Word::OpDivide, "interface.op_divide", "divisions"},
    {Word::OpExp, "interface.op_exp", "exponentials"},
    {Word::OpSqrt, "interface.op_sqrt", "square roots"},
    {Word::OpCompare, "interface.op_compare", "comparisons"},
    {Word::OpLookUp, "interface.op_look_up", "rows read from tables"},
    {Word::WhyToolsDiffer, "interface.why_tools_differ", "Why do tools differ?"},
    {Word::WhyToolsDifferHint, "interface.why_tools_differ_hint",
     "Each tool counts the model by its own rules. Choose a tool to count as it does."},
    {Word::Convention, "interface.convention", "Convention"},
    {Word::CountedPass, "interface.counted_pass", "Counted pass"},
    {Word::ModeForward, "interface.mode_forward", "Forward"},
    {Word::ModeTraining, "interface.mode_training", "Training"},
    {Word::ModeDecode, "interface.mode_decode", "Decode"},
    {Word::ModeForwardHint, "interface.mode_forward_hint", "One forward pass over the whole input."},
    {Word::ModeTrainingHint, "interface.mode_training_hint",
     "Forward and backward pass: each matrix product is counted once more for each of its two gradients."},
    {Word::ModeDecodeHint, "interface.mode_decode_hint",
     "One new token, with the keys and values of the input cached."},
    {Word::Causal, "interface.causal", "Causal attention"},
    {Word::CausalHint, "interface.causal_hint",
     "A token attends to itself and earlier tokens: about half of the pairs."},
    {Word::AsDefault, "interface.as_default", "same as the default"},
    {Word::TermTimes, "interface.term_times", "{0}: {1} × {2}"},
    {Word::MemBytes, "interface.mem_bytes", "{0} bytes"},
    {Word::MemPurpose, "interface.mem_purpose", "Purpose"},
    {Word::MemInference, "interface.mem_inference", "Inference"},
    {Word::MemTraining, "interface.mem_training", "Training"},
    {Word::MemType, "interface.mem_type", "Type of the weights"},
    {Word::MemTypeOfText, "interface.mem_type_of_text", "As is"},
    {Word::MemFloat32, "interface.mem_float32", "float32"},
    {Word::MemFloat16, "interface.mem_float16", "float16"},
    {Word::MemInt8, "interface.mem_int8", "int8"},
    {Word::MemInt4, "interface.mem_int4", "int4"},
    {Word::MemOptimizer, "interface.mem_optimizer", "Optimizer"},
    {Word::MemChooseSgd, "interface.mem_choose_sgd", "SGD"},
    {Word::MemChooseMomentum, "interface.mem_choose_momentum", "Momentum"},
    {Word::MemChooseAdam, "interface.mem_choose_adam", "Adam"},
    {Word::MemChooseMixed, "interface.mem_choose_mixed", "Adam, mixed"},
    {Word::MemRecompute, "interface.mem_recompute", "Recompute blocks"},
    {Word::MemRecomputeHint, "interface.mem_recompute_hint",
     "Training keeps only the inputs of blocks, and computes the rest again in the backward pass."},
    {Word::MemSharing, "interface.mem_sharing", "LoRA, ZeRO, tensor parallelism…"},
    {Word::MemSharingHint, "interface.mem_sharing_hint",
     "Train low-rank adapters only, or share the memory among several devices."},
    {Word::MemRank, "interface.mem_rank", "Rank of LoRA (0: all weights are trained)"},
    {Word::MemZero, "interface.mem_zero", "ZeRO"},
    {Word::MemZeroOff, "interface.mem_zero_off", "Off"},
    {Word::MemZero1, "interface.mem_zero_1", "Stage 1"},
    {Word::MemZero2, "interface.mem_zero_2", "Stage 2"},
    {Word::MemZero3, "interface.mem_zero_3", "Stage 3"},
    {Word::MemDevices, "interface.mem_devices", "Devices"},
    {Word::MemParallel, "interface.mem_parallel", "Tensor parallel"},
    {Word::MemNotDivided, "interface.mem_not_divided",
     "The number of devices must be a multiple of those of tensor parallelism."},
    {Word::MemTotal, "interface.mem_total", "Memory of one device"},
    {Word::MemTotalAtLeast, "interface.mem_total_at_least", "Memory of one device, at least"},
    {Word::MemTotalAtMost, "interface.mem_total_at_most", "Memory of one device, at most"},
    {Word::MemTotalAbout, "interface.mem_total_about", "Memory of one device, about"},
    {Word::MemParts, "interface.mem_parts", "Parts of the memory"},
    {Word::MemWeights, "interface.mem_weights", "Weights"},
    {Word::MemAdapters, "interface.mem_adapters", "Adapters"},
    {Word::MemGradients, "interface.mem_gradients", "Gradients"},
    {Word::MemState, "interface.mem_state", "State of the optimizer"},
    {Word::MemKvCache, "interface.mem_kv_cache", "Keys and values"},
    {Word::MemActivations, "interface.mem_activations", "Activations"},
    {Word::MemActivationsKept, "interface.mem_activations_kept", "Activations, all kept"},
    {Word::MemActivationsPeak, "interface.mem_activations_peak", "Activations, peak"},
    {Word::MemActivationsRecomputed, "interface.mem_activations_recomputed", "Activations, recomputed"},
    {Word::Devices, "interface.devices", "Fits into"},
    {Word::DevicesHint, "interface.devices_hint",
     "The bars are the memory of devices, the line is what the model needs. Nothing is reserved for drivers "
     "and frameworks."},
    {Word::DeviceFits, "interface.device_fits", "fits"},
    {Word::DeviceTooSmall, "interface.device_too_small", "too small"},
    {Word::DeviceNotKnown, "interface.device_not_known", "unknown"},
    {Word::DeviceWeightsFit, "interface.device_weights_fit", "weights fit; activations unknown"},
    {Word::DeviceAllElseFits, "interface.device_all_else_fits", "the rest fits; activations unknown"},
    {Word::DeviceAnySize, "interface.device_any_size", "any {0}"},
    {Word::DevicesNoSize, "interface.devices_no_size",
     "No size of the input has a name: write input = (batch, ...) for the largest batch."},
    {Word::LeastTimes, "interface.least_times", "Least times on {0}"},
    {Word::LeastTimesHint, "interface.least_times_hint",
     "By the rates of the data sheet, {0} and {1}/s of memory: real programs take longer."},
    {Word::LeastTimesNoRate, "interface.least_times_no_rate",
     "{1}/s of memory; the rate for {0} is unknown."},
    {Word::AnyProgram, "interface.any_program", "No program is faster"},
    {Word::LayerByLayer, "interface.layer_by_layer", "Layer by layer"},
    {Word::BoundByCompute, "interface.bound_by_compute", "bound by arithmetic"},
    {Word::BoundByMemory, "interface.bound_by_memory", "bound by memory"},
    {Word::PartByCompute, "interface.part_by_compute",
     "{0} of it bound by arithmetic, {1} FLOPs for each byte"},
    {Word::Computed, "interface.computed", "Computed"},
    {Word::Moved, "interface.moved", "Moved, layer by layer"},
    {Word::UpdateTime, "interface.update_time", "Update of the weights"},
    {Word::SlowestLayers, "interface.slowest_layers", "Layers that take longest"},

    {Word::Share, "interface.share", "Share"},
    {Word::CopyLink, "interface.copy_link", "Copy link"},
    {Word::CopyEmbedCode, "interface.copy_embed_code", "Copy embed code"},
    {Word::ScriptTag, "interface.script_tag", "script tag"},
    {Word::InlineFrame, "interface.inline_frame", "iframe"},
    {Word::SaveOfflineCopy, "interface.save_offline_copy", "Save offline copy"},
    {Word::OneHtmlFile, "interface.one_html_file", "one HTML file"},
    {Word::Link, "interface.link", "Link"},
    {Word::EmbedCode, "interface.embed_code", "Embed code"},
    {Word::TooLong, "interface.too_long", "too long"},
    {Word::TooLongForLink, "interface.too_long_for_link",
     "The model is too long for a link: save an offline copy instead."},
    {Word::LongLink, "interface.long_link",
     "The model makes a long link, which some programs cut off: an offline copy is safer."},
    {Word::SharedModel, "interface.shared_model", "Shared model"},
    {Word::NoSuchModel, "interface.no_such_model", "There is no model called {0} here."},
    {Word::LinkSetsNoNumber, "interface.link_sets_no_number",
     "The link sets {0} to {1}, which is not a number."},
    {Word::LinkConventionUnknown, "interface.link_convention_unknown",
     "The link counts FLOPs by {0}, which is not a known convention."},
    {Word::LinkModeUnknown, "interface.link_mode_unknown",
     "The link counts in the mode {0}, which is not a known one."},
    {Word::LinkMemoryUnknown, "interface.link_memory_unknown",
     "The link sets the memory switch {0} to {1}, which is not possible here."},
    {Word::LinkDeviceUnknown, "interface.link_device_unknown",
     "The link names the device {0}, which is not in the list."},
    {Word::LinkNamesNoModel, "interface.link_names_no_model", "The link names no model."},

    {Word::Picture, "interface.picture", "Picture"},
    {Word::DepthStrip, "interface.depth_strip", "Layers"},
    {Word::Activations, "interface.activations", "Activations"},
    {Word::LeastTimeOn, "interface.least_time_on", "Least time on {0}"},
    {Word::BlockDiagram, "interface.block_diagram", "Blocks"},
    {Word::Roofline, "interface.roofline", "Roofline"},
    {Word::FlopsPerByte, "interface.flops_per_byte", "FLOPs per byte"},
    {Word::WithoutProducts, "interface.without_products", "without matrix products: {0} of the time"},
    {Word::BlocksSmaller, "interface.blocks_smaller", "Smaller"},
    {Word::BlocksLarger, "interface.blocks_larger", "Larger"},
    {Word::BlocksToWidth, "interface.blocks_to_width", "As wide as the picture"},
    {Word::BlockInput, "interface.block_input", "input"},
    {Word::BlockOutput, "interface.block_output", "output"},
    {Word::BlockSkip, "interface.block_skip", "skip connection"},
    {Word::BlockMore, "interface.block_more", "… {0} more"},
    {Word::BlockNotCalled, "interface.block_not_called", "not called"},
    {Word::BlockCall, "interface.block_call", "call {0} of {1}"},
    {Word::BlockTooMany, "interface.block_too_many", "too many boxes are open"},
    {Word::BlockUnknown, "interface.block_unknown", "What flows here is unknown: no arrows."},
    {Word::BlockWhole, "interface.block_whole", "Counted as a whole: no arrows."},
    {Word::BlockList, "interface.block_list", "Called from outside, one by one: no arrows."},
    {Word::BlockCut, "interface.block_cut", "Too long to be recorded: no arrows."},
    {Word::BlockOpens, "interface.block_opens", "opens"},
    {Word::BlockIsOpen, "interface.block_is_open", "open"},
    {Word::Treemap, "interface.treemap", "Treemap"},
    {Word::Icicle, "interface.icicle", "Icicle"},
    {Word::Curve, "interface.curve", "Curve"},
    {Word::Families, "interface.families", "Families"},
    {Word::Bytes, "interface.bytes", "Bytes"},
    {Word::SavePicture, "interface.save_picture", "Save picture"},
    {Word::ColourByFamily, "interface.colour_by_family", "Colour by layer family"},
    {Word::ColourByOrder, "interface.colour_by_order", "Colour by order"},
    {Word::ColourByDensity, "interface.colour_by_density", "Colour by density"},
    {Word::Colours, "interface.colours", "Colours"},
    {Word::ColoursFamily, "interface.colours_family", "Family"},
    {Word::ColoursOrder, "interface.colours_order", "Order"},
    {Word::ColoursDensity, "interface.colours_density", "Density"},
    {Word::FirstLayer, "interface.first_layer", "first layer"},
    {Word::LastLayer, "interface.last_layer", "last layer"},
    {Word::SavePng, "interface.save_png", "Save as PNG"},
    {Word::SaveSvg, "interface.save_svg", "Save as SVG"},
    {Word::ZoomOut, "interface.zoom_out", "Zoom out"},
    {Word::ZoomToChosen, "interface.zoom_to_chosen", "Zoom to the selected module"},
    {Word::NoVariables, "interface.no_variables",
     "The total depends on no hyper-parameter: the text has only numbers."},
    {Word::ExactCurve, "interface.exact_curve", "exact"},
    {Word::LeadingCurve, "interface.leading_curve", "leading terms"},
    {Word::Less, "interface.less", "less"},
    {Word::MorePer, "interface.more_per", "larger share of {0} than of {1}"},

    {Word::Export, "interface.export", "Export"},
    {Word::Format, "interface.format", "Format"},
    {Word::FormatMarkdown, "interface.format_markdown", "Markdown"},
    {Word::FormatCsv, "interface.format_csv", "CSV"},
    {Word::FormatJson, "interface.format_json", "JSON"},
    {Word::FormatLatex, "interface.format_latex", "LaTeX table"},
    {Word::FormatDerivation, "interface.format_derivation", "Derivation"},
    {Word::FormatDerivationLatex, "interface.format_derivation_latex", "Derivation, LaTeX"},
    {Word::FormatModel, "interface.format_model", "Model text"},
    {Word::Copy, "interface.copy", "Copy"},
    {Word::SaveFile, "interface.save_file", "Save file"},
    {Word::LanguageOfText, "interface.language_of_text", "Language of the text"},
    {Word::MoreLines, "interface.more_lines", "and {0} more lines"},
    {Word::Compare, "interface.compare", "Compare"},
    {Word::ComparedWith, "interface.compared_with", "Compare with"},
    {Word::KeepPresent, "interface.keep_present", "Keep the present model as B"},
    {Word::OpenOther, "interface.open_other", "Open a file as B"},
    {Word::PasteOther, "interface.paste_other", "Paste a model as B"},
    {Word::CompareWithBefore, "interface.compare_with_before", "Compare with before"},
    {Word::ComparesWith, "interface.compares_with", "{0} is compared with {1}"},
    {Word::Before, "interface.before", "Before"},
    {Word::Now, "interface.now", "Now"},
    {Word::Causes, "interface.causes", "Causes"},
    {Word::NoCauses, "interface.no_causes", "There is no difference here, or a total is unknown."},
    {Word::TensorsSame, "interface.tensors_same", "{0} tensors are the same, {1} differ"},
    {Word::OnlyDifferences, "interface.only_differences", "Only differences"},
    {Word::Difference, "interface.difference", "B − A"},
    {Word::Ratio, "interface.ratio", "B ÷ A"},
    {Word::SwapModels, "interface.swap_models", "Swap A and B"},
    {Word::NoDifferences, "interface.no_differences",
     "The two are equal. Choose another model as B, or change its numbers."},
    {Word::ModelA, "interface.model_a", "A"},
    {Word::ModelB, "interface.model_b", "B"},

    {Word::FitColumn, "interface.fit_column", "Fit this column"},
    {Word::FitAllColumns, "interface.fit_all_columns", "Fit all columns"},
    {Word::FitUsualColumns, "interface.fit_usual_columns", "Usual widths"},
    {Word::UsualColumnOrder, "interface.usual_column_order", "Usual order"},
    {Word::Help, "interface.help", "Keys"},
    {Word::More, "interface.more", "More"},
    {Word::HelpMove, "interface.help_move", "Move in the tree"},
    {Word::HelpOpenClose, "interface.help_open_close", "Expand, collapse, go to a child or the parent"},
    {Word::HelpTypeAhead, "interface.help_type_ahead",
     "Go to the next module whose name starts with the letters"},
    {Word::HelpFilter, "interface.help_filter", "Filter the tree"},
    {Word::HelpDepth, "interface.help_depth", "Expand this many levels"},
    {Word::HelpOpenAll, "interface.help_open_all", "Expand all"},
    {Word::HelpMark, "interface.help_mark", "Mark several modules and show their sum"},
    {Word::HelpMenu, "interface.help_menu", "Open a module's menu"},
    {Word::HelpCopyRow, "interface.help_copy_row", "Copy the selected row"},
    {Word::HelpPaste, "interface.help_paste", "Count the model on the clipboard"},
    {Word::HelpThis, "interface.help_this", "Show these keys"},
    {Word::HelpAbout, "interface.help_about", "What Paramscope is for"},
    {Word::HelpDocuments, "interface.help_documents", "Documents"},
    {Word::KeyLetters, "interface.key_letters", "letters"},
    {Word::KeyClick, "interface.key_click", "Shift or {0} + click"},
};

constexpr std::size_t kWords = static_cast<std::size_t>(Word::Count);

static_assert(std::size(kRows) == kWords, "each word has one row");
static_assert(
    [] {
        for (std::size_t i = 0; i < kWords; ++i) {
            if (kRows[i].word != static_cast<Word>(i) || kRows[i].english.empty()) return false;
        }
        return true;
    }(),
    "each word has its row, in the order of the enumeration, with words in it");

constexpr std::string_view kTags[] = {"en", "zh-CN"};

/// Most cached translations of titles; the cache is cleared when full.
constexpr std::size_t kMostTitles = 2000;

using Translations = std::map<std::string, std::string, std::less<>>;

struct Speech {
    Language language = Language::English;
    Translate translate = nullptr;
    std::vector<std::string> words;  ///< in the current language; empty for English
    Translations patterns;           ///< cached templates by id
    Translations titles;             ///< cached titles by their English
};

Speech& speech() {
    static Speech instance;
    return instance;
}

/// The translation of `key`, cached: it is used in every frame that shows it.
std::string_view translation(Translations& kept, std::string_view key, bool is_title) {
    const auto known = kept.find(key);
    if (known != kept.end()) return known->second;
    return kept.emplace(key, speech().translate(key, is_title)).first->second;
}

/// The template of an id in the current language, "" for English or when there is none.
std::string_view pattern(std::string_view id) {
    if (speech().translate == nullptr || id.empty()) return "";
    return translation(speech().patterns, id, false);
}

/// The word for a name of the catalogue ("attention score"): the row `group`.attention_score, else `english`.
std::string named(std::string_view group, std::string_view name, std::string_view english) {
    std::string id = concat(group, ".", lowercase(name));
    std::replace_if(
        id.begin(), id.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    const std::string_view found = pattern(id);
    return std::string(found.empty() ? english : found);
}

}  // namespace

Language language() {
    return speech().language;
}

void set_language(Language language, Translate translate) {
    Speech& present = speech();
    present = {language, translate, {}, {}, {}};
    if (translate == nullptr) return;
    present.words.reserve(kWords);
    for (const Row& row : kRows) {
        const std::string_view found = pattern(row.id);
        present.words.emplace_back(found.empty() ? row.english : found);
    }
}

Language language_of(std::string_view tag) {
    const bool chinese = tag.size() >= 2 && (tag[0] | 32) == 'z' && (tag[1] | 32) == 'h' &&
                         (tag.size() == 2 || tag[2] == '-' || tag[2] == '_');
    return chinese ? Language::Chinese : Language::English;
}

std::string_view tag_of(Language language) {
    return kTags[static_cast<std::size_t>(language)];
}

std::string_view word(Word word) {
    const auto index = static_cast<std::size_t>(word);
    return speech().words.empty() ? kRows[index].english : speech().words[index];
}

std::string word(Word which, std::initializer_list<std::string_view> values) {
    const std::string_view words = word(which);
    std::string filled;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool room = words[i] == '{' && i + 2 < words.size() && words[i + 2] == '}';
        const std::size_t number = room ? static_cast<std::size_t>(words[i + 1] - '0') : values.size();
        if (number < values.size()) {
            filled += values.begin()[number];
            i += 2;
        } else {
            filled += words[i];
        }
    }
    return filled;
}

std::string translate_message(const Message& message) {
    return message.translated(pattern);
}

std::string translate_title(std::string_view english) {
    if (speech().translate == nullptr || english.empty()) return std::string(english);
    Translations& titles = speech().titles;
    if (titles.size() >= kMostTitles) titles.clear();
    return std::string(translation(titles, english, true));
}

std::string family_word(std::string_view family) {
    return named("family", family, family == "custom" ? "own tensors" : family);
}

std::string operation_word(std::string_view operation) {
    return named("operation", operation, operation);
}

std::string convention_summary(std::string_view name, std::string_view english) {
    return named("convention_summary", name, english);
}

}  // namespace paramscope::app
