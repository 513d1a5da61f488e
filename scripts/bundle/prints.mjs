// Models as people print them, for the visits of the build.
export const prints = [
  'Linear(3, 4)',
  `Sequential(
  (0): Conv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, 3), bias=False)
  (1): BatchNorm2d(64, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
  (2): MaxPool2d(kernel_size=3, stride=2, padding=1, dilation=1, ceil_mode=False)
  (3): AdaptiveAvgPool2d(output_size=(1, 1))
  (4): Flatten(start_dim=1, end_dim=-1)
  (5): Linear(in_features=64, out_features=10, bias=True)
)`,
  `Net(
  (features): Sequential(
    (0): Conv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, 3), bias=False)
    (1): BatchNorm2d(64, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)
    (2): ReLU(inplace=True)
  )
  (layers): ModuleList(
    (0-3): 4 x TransformerEncoderLayer(
      (self_attn): MultiheadAttention(
        (out_proj): NonDynamicallyQuantizableLinear(in_features=64, out_features=64, bias=True)
      )
      (linear1): Linear(in_features=64, out_features=256, bias=True)
      (dropout): Dropout(p=0.1, inplace=False)
      (linear2): Linear(in_features=256, out_features=64, bias=True)
      (norm1): LayerNorm((64,), eps=1e-05, elementwise_affine=True)
    )
  )
  (lstm): LSTM(64, 128, num_layers=2, batch_first=True)
  (head): Linear(in_features=64, out_features=1000, bias=True)
)`,
  // Classes that no rule knows.
  `Net(
  (encoder): Encoder(
    (projection): Projection()
    (layers): ModuleList(
      (0): Block(
        (fc): Linear(in_features=64, out_features=64, bias=True)
        (gate): Gate(64, bias=False)
      )
    )
  )
  (unknown): Mystery()
)`,
];
