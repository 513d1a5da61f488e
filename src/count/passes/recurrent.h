// Recurrent layers, as operations of a tape.
#pragma once

#include "count/passes/tape_writer.h"
#include "count/report/report.h"

namespace paramscope {

/// torch.nn.LSTM by cuDNN, which keeps four gates and a cell of each layer, and the outputs of all but the
/// last.
TensorId write_lstm(TapeWriter& tape, const NodeReport& row, TensorId input, const Dims& output,
                    bool is_training);

/// torch.nn.GRU and RNN on a CPU, which does one step after the other: each is several functions.
TensorId write_steps(TapeWriter& tape, const NodeReport& row, TensorId input, const Dims& shape,
                     const Dims& output, bool is_training);

}  // namespace paramscope
