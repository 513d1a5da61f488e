// What JavaScript asks of a written report.
#pragma once

#include <string>

namespace paramscope::bindings {

/// What is written, besides the tree and its totals from `conventions` on.
struct WriteRequest {
    unsigned depth = 4096;  ///< of the deepest row
    /// Of a block diagram, paths of open modules, each after a line break; "" for the usual ones.
    std::string opened = {};
    unsigned width = 960;         ///< of a depth strip, in pixels
    std::string language = "en";  ///< of derivations, pictures and HTML
    bool conventions = false;
    bool memory = false;
    std::string recipe = {};         ///< "" for none
    std::string optimizer = {};      ///< of training; "" for inference
    std::string weights_dtype = {};  ///< "": as in the text
    std::string cache_dtype = {};    ///< "": as of everything but the weights
    std::string engine = {};         ///< that serves; "": eager PyTorch
    bool generate = false;           ///< scores of the last tokens only
    bool recompute = false, recompute_attention = false, accumulate = false, drop_output = false;
    std::string loss = {}, autocast = {}, attention = {}, kernels = {}, offload = {};  ///< "": as usual
    std::string lora_modules = {}, modules_to_save = {};  ///< names with commas between
    /// Whole numbers, cut to what the engine takes.
    double lora_rank = 0, zero_stage = 0, gpus = 1;
    double tensor_parallel = 1, pipeline_parallel = 1, expert_parallel = 1;
    std::string device = {};  ///< "" for no least times
};

}  // namespace paramscope::bindings
