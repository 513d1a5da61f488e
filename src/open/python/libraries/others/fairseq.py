# Bases of fairseq's models.
from torch.nn import Module


class BaseFairseqModel(Module):
    @classmethod
    def add_args(cls, parser):
        pass

    def max_positions(self):
        return None


class FairseqModel(BaseFairseqModel):
    pass


class FairseqEncoder(Module):
    def __init__(self, dictionary=None):
        super().__init__()
        self.dictionary = dictionary


class FairseqDecoder(FairseqEncoder):
    def __init__(self, dictionary=None):
        super().__init__(dictionary)
        self.onnx_trace = False
        self.adaptive_softmax = None


class FairseqIncrementalDecoder(FairseqDecoder):
    pass


class FairseqEncoderModel(BaseFairseqModel):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, src_tokens, src_lengths, **kwargs):
        return self.encoder(src_tokens, src_lengths, **kwargs)


class FairseqLanguageModel(BaseFairseqModel):
    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def forward(self, src_tokens, **kwargs):
        return self.decoder(src_tokens, **kwargs)


class FairseqEncoderDecoderModel(BaseFairseqModel):
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder = encoder
        self.decoder = decoder

    def forward(self, src_tokens, src_lengths, prev_output_tokens, **kwargs):
        encoder_out = self.encoder(src_tokens, src_lengths=src_lengths, **kwargs)
        return self.decoder(prev_output_tokens, encoder_out=encoder_out, **kwargs)


class FairseqDataclass:
    pass


def register_model(name, dataclass=None):
    return lambda cls: cls


def register_model_architecture(model_name, arch_name):
    return lambda function: function


register_task = register_criterion = register_model
