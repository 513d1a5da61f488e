# Transforms of torchaudio (2.11): their buffers, and the sizes of what they give.
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class _Unchanged(nn.Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, x, *args, **kwargs):
        return x


class AmplitudeToDB(_Unchanged):
    pass


class FrequencyMasking(_Unchanged):
    pass


class TimeMasking(_Unchanged):
    pass


class Vol(_Unchanged):
    pass


class Spectrogram(nn.Module):
    def __init__(self, n_fft=400, win_length=None, hop_length=None, pad=0, window_fn=None, power=2.0,
                 normalized=False, wkwargs=None, center=True, pad_mode="reflect", onesided=True, return_complex=None):
        super().__init__()
        self.n_fft = n_fft
        self.win_length = win_length if win_length is not None else n_fft
        self.hop_length = hop_length if hop_length is not None else self.win_length // 2
        self.edge = pad + (n_fft // 2 if center else 0)
        self.register_buffer("window", torch.empty(self.win_length))

    def forward(self, waveform):
        frames = F.pad(waveform, (self.edge, self.edge)).unfold(-1, self.n_fft, self.hop_length)
        return torch.fft.rfft(frames).abs().transpose(-1, -2)


class MelScale(nn.Module):
    def __init__(self, n_mels=128, sample_rate=16000, f_min=0.0, f_max=None, n_stft=201, norm=None, mel_scale="htk"):
        super().__init__()
        self.register_buffer("fb", torch.empty(n_stft, n_mels))

    def forward(self, specgram):
        return torch.matmul(specgram.transpose(-1, -2), self.fb).transpose(-1, -2)


class MelSpectrogram(nn.Module):
    def __init__(self, sample_rate=16000, n_fft=400, win_length=None, hop_length=None, f_min=0.0, f_max=None, pad=0,
                 n_mels=128, window_fn=None, power=2.0, normalized=False, wkwargs=None, center=True,
                 pad_mode="reflect", onesided=None, norm=None, mel_scale="htk"):
        super().__init__()
        self.spectrogram = Spectrogram(n_fft, win_length, hop_length, pad, center=center)
        self.mel_scale = MelScale(n_mels, sample_rate, f_min, f_max, n_fft // 2 + 1)

    def forward(self, waveform):
        return self.mel_scale(self.spectrogram(waveform))


class MFCC(nn.Module):
    def __init__(self, sample_rate=16000, n_mfcc=40, dct_type=2, norm="ortho", log_mels=False, melkwargs=None):
        super().__init__()
        melkwargs = melkwargs or {}
        self.amplitude_to_DB = AmplitudeToDB()
        self.MelSpectrogram = MelSpectrogram(sample_rate=sample_rate, **melkwargs)
        self.register_buffer("dct_mat", torch.empty(melkwargs.get("n_mels", 128), n_mfcc))

    def forward(self, waveform):
        return torch.matmul(self.MelSpectrogram(waveform).transpose(-1, -2), self.dct_mat).transpose(-1, -2)


class Resample(nn.Module):
    def __init__(self, orig_freq=16000, new_freq=16000, resampling_method="sinc_interp_hann", lowpass_filter_width=6,
                 rolloff=0.99, beta=None, *, dtype=None):
        super().__init__()
        factor = math.gcd(int(orig_freq), int(new_freq))
        self.orig = int(orig_freq) // factor
        self.new = int(new_freq) // factor
        if self.orig != self.new:
            self.width = math.ceil(lowpass_filter_width * self.orig / (min(self.orig, self.new) * rolloff))
            self.register_buffer("kernel", torch.empty(self.new, 1, 2 * self.width + self.orig))

    def forward(self, waveform):
        if self.orig == self.new:
            return waveform
        length = waveform.shape[-1]
        rows = F.pad(waveform.reshape(-1, length), (self.width, self.width + self.orig))
        frames = F.conv1d(rows[:, None], self.kernel, stride=self.orig)
        found = frames.transpose(1, 2).reshape(rows.shape[0], -1)[..., :math.ceil(self.new * length / self.orig)]
        return found.reshape(waveform.shape[:-1] + found.shape[-1:])
