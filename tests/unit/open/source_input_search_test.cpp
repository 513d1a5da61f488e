// Source code: inputs that follow from all of a forward pass, with PyTorch's multiply-accumulates.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Case {
    const char* code;
    const char* input;
    const char* macs;
};

/// "(batch, 3): 24 exact": the input that is assumed, and the multiply-accumulates.
std::string forward_of(const std::string& code) {
    const std::string whole =
        "import math\nimport torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n" + code;
    MemorySource file(whole);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const std::string text = opened.text();
    const std::size_t begin = text.find("input = ");
    if (begin == std::string::npos) return "no input";
    const std::string input = text.substr(begin + 8, text.find('\n', begin) - begin - 8);
    const Report report = count_text(text);
    const Quantity& macs = report.root()->facts->macs;
    return input + ": " + (macs.value ? to_string(*macs.value) : "none") + " " +
           std::string(to_string(macs.basis));
}

void expect_forward(std::initializer_list<Case> cases) {
    for (const Case& each : cases)
        EXPECT_EQ(forward_of(each.code), std::string(each.input) + ": " + each.macs + " exact") << each.code;
}

TEST(SourceInputSearch, AreTurnedBeforeTheFirstLayer) {
    expect_forward({
        {R"(class SeqConv(nn.Module):
    def __init__(self, n_features=9, hidden=32, classes=6):
        super().__init__()
        self.c1 = nn.Conv1d(n_features, hidden, 5, padding=2)
        self.c2 = nn.Conv1d(hidden, hidden, 3)
        self.fc = nn.Linear(hidden, classes)
    def forward(self, x):
        x = x.permute(0, 2, 1)
        x = F.relu(self.c1(x))
        x = F.relu(self.c2(x))
        return self.fc(x.mean(-1))
)",
         "(batch, tokens, n_features)", "571584"},
        {R"(class ChannelsLast(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(3, 16, 3, stride=2, padding=1)
        self.b = nn.Conv2d(16, 32, 3, stride=2, padding=1)
    def forward(self, img):
        x = img.permute(0, 3, 1, 2)
        return self.b(self.a(x)).mean((2, 3))
)",
         "(batch, height, width, 3)", "19869696"},
        {R"(class Spectro(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(1, 8, 3, padding=1)
        self.b = nn.Conv2d(8, 8, 3, padding=1)
        self.fc = nn.Linear(8, 4)
    def forward(self, x):
        x = x.unsqueeze(1)
        x = F.max_pool2d(F.relu(self.a(x)), 2)
        x = F.max_pool2d(F.relu(self.b(x)), 2)
        return self.fc(x.mean(dim=[2, 3]))
)",
         "(batch, height, width)", "10838048"},
        {R"(class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(784, 100)
        self.fc2 = nn.Linear(100, 10)
    def forward(self, x):
        x = x.view(-1, 28 * 28)
        return self.fc2(F.relu(self.fc1(x)))
)",
         "(batch, 784)", "79400"},
        {R"(class Decode(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(1, 4, 3, padding=1)
        self.fc = nn.Linear(4 * 14 * 14, 10)
    def forward(self, x):
        x = x.view(-1, 1, 28, 28)
        x = F.max_pool2d(self.a(x), 2)
        return self.fc(x.flatten(1))
)",
         "(batch, 1, 28, 28)", "36064"},
        {R"(class EinsumFirst(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(4, 16, 8))
    def forward(self, x):
        return torch.einsum('btd,hde->bthe', x, self.w)
)",
         "(batch, tokens, 16)", "65536"},
        {R"(class FrameCnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 8, 3, 2, 1)
        self.rnn = nn.GRU(8, 16, batch_first=True)
        self.fc = nn.Linear(16, 5)
    def forward(self, x):
        b, t, c, h, w = x.shape
        y = F.relu(self.c(x.view(b * t, c, h, w))).mean((2, 3))
        y, _ = self.rnn(y.view(b, t, -1))
        return self.fc(y[:, -1])
)",
         "(batch, frames, 3, height, width)", "43370576"},
    });
}

TEST(SourceInputSearch, AreCutAndJoined) {
    expect_forward({
        {R"(class RgbOnly(nn.Module):
    def __init__(self):
        super().__init__()
        self.rgb = nn.Conv2d(3, 8, 3, padding=1)
        self.depth = nn.Conv2d(1, 8, 3, padding=1)
        self.out = nn.Conv2d(16, 1, 1)
    def forward(self, x):
        a = self.rgb(x[:, :3])
        b = self.depth(x[:, 3:])
        return self.out(torch.cat([a, b], 1))
)",
         "(batch, 4, height, width)", "15253504"},
        {R"(class Points(nn.Module):
    def __init__(self):
        super().__init__()
        self.pos = nn.Linear(2, 16)
        self.feat = nn.Linear(5, 16)
    def forward(self, x):
        return self.pos(x[..., :2]) + self.feat(x[..., 2:])
)",
         "(batch, 7)", "112"},
        {R"(class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(32, 32, 3, padding=1)
    def forward(self, x):
        a, b = torch.chunk(x, 2, dim=1)
        return self.conv(a) * torch.sigmoid(b)
)",
         "(batch, 64, height, width)", "462422016"},
        {R"(class Splitter(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(10, 8)
        self.b = nn.Linear(6, 8)
    def forward(self, x):
        p, q = torch.split(x, [10, 6], dim=-1)
        return self.a(p) + self.b(q)
)",
         "(batch, 16)", "128"},
        {R"(class Cond(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(6, 16, 4, 2, 1)
        self.c2 = nn.Conv2d(16, 1, 4, 1, 1)
    def forward(self, x, cond):
        return self.c2(F.leaky_relu(self.c1(torch.cat([x, cond], 1)), 0.2))
)",
         "(batch, 3, height, width), (batch, 3, height, width)", "22421760"},
        {R"(class Inpaint(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(4, 16, 3, padding=1)
        self.c2 = nn.Conv2d(16, 3, 3, padding=1)
    def forward(self, image, mask):
        y = self.c2(F.relu(self.c1(torch.cat((image, mask), dim=1))))
        return y * mask + image * (1 - mask)
)",
         "(batch, 3, height, width), (batch, 1, height, width)", "50577408"},
        {R"(class Critic(nn.Module):
    def __init__(self, state_dim=11, action_dim=3):
        super().__init__()
        self.l1 = nn.Linear(state_dim + action_dim, 256)
        self.l2 = nn.Linear(256, 1)
    def forward(self, state, action):
        sa = torch.cat([state, action], 1)
        return self.l2(F.relu(self.l1(sa)))
)",
         "(batch, state_dim), (batch, action_dim)", "3840"},
        {R"(class CondGen(nn.Module):
    def __init__(self, z=64, classes=10):
        super().__init__()
        self.emb = nn.Embedding(classes, classes)
        self.fc = nn.Linear(z + classes, 128 * 7 * 7)
        self.d = nn.ConvTranspose2d(128, 1, 4, 4)
    def forward(self, z, labels):
        x = torch.cat([z, self.emb(labels)], -1)
        return self.d(self.fc(x).view(-1, 128, 7, 7))
)",
         "(batch, 64), (batch,)", "564480"},
        {R"(class UpBlock(nn.Module):
    def __init__(self, i=32, o=16):
        super().__init__()
        self.up = nn.ConvTranspose2d(i, i // 2, 2, 2)
        self.c = nn.Conv2d(i, o, 3, padding=1)
    def forward(self, x1, x2):
        x1 = self.up(x1)
        dy = x2.size()[2] - x1.size()[2]; dx = x2.size()[3] - x1.size()[3]
        x1 = F.pad(x1, [dx // 2, dx - dx // 2, dy // 2, dy - dy // 2])
        return self.c(torch.cat([x2, x1], dim=1))
)",
         "(batch, i, height, width), (batch, 16, height, width)", "333971456"},
    });
}

TEST(SourceInputSearch, HaveTheOnlySizesThatFit) {
    expect_forward({
        {R"(class Odd(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv2d(3, 6, 3)
        self.c2 = nn.Conv2d(6, 8, 3)
        self.f = nn.Linear(8 * 53 * 53, 2)
    def forward(self, x):
        x = F.max_pool2d(self.c1(x), 2)
        x = F.max_pool2d(self.c2(x), 2)
        return self.f(x.view(x.size(0), -1))
)",
         "(batch, 3, 220, 220)", "12689800"},
        {R"(class Dqn(nn.Module):
    def __init__(self, actions=6):
        super().__init__()
        self.c1 = nn.Conv2d(4, 32, 8, 4)
        self.c2 = nn.Conv2d(32, 64, 4, 2)
        self.c3 = nn.Conv2d(64, 64, 3, 1)
        self.fc = nn.Linear(3136, 512)
        self.q = nn.Linear(512, actions)
    def forward(self, x):
        x = F.relu(self.c3(F.relu(self.c2(F.relu(self.c1(x / 255.0))))))
        return self.q(F.relu(self.fc(x.reshape(x.size(0), -1))))
)",
         "(batch, 4, 84, 84)", "9346048"},
        {R"(class Volume(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv3d(1, 8, 3, padding=1)
        self.c2 = nn.Conv3d(8, 16, 3, padding=1)
        self.pool = nn.MaxPool3d(2)
        self.fc = nn.Linear(16 * 8 * 8 * 8, 2)
    def forward(self, x):
        x = self.pool(F.relu(self.c1(x)))
        x = self.pool(F.relu(self.c2(x)))
        return self.fc(x.view(x.size(0), -1))
)",
         "(batch, 1, 32, 32, 32)", "21250048"},
        {R"(class C3d(nn.Module):
    def __init__(self):
        super().__init__()
        self.c1 = nn.Conv3d(3, 8, 3, padding=1)
        self.p1 = nn.MaxPool3d((1, 2, 2), (1, 2, 2))
        self.c2 = nn.Conv3d(8, 16, 3, padding=1)
        self.p2 = nn.MaxPool3d(2, 2)
        self.p3 = nn.MaxPool3d(2, 2, padding=(0, 1, 1))
        self.fc = nn.Linear(16 * 4 * 15 * 15, 10)
    def forward(self, x):
        x = self.p1(self.c1(x)); x = self.p3(self.p2(self.c2(x)))
        return self.fc(x.view(-1, 16 * 4 * 15 * 15))
)",
         "(batch, 3, 16, 112, 112)", "303608448"},
        {R"(class Deep(nn.Module):
    def __init__(self, n=6):
        super().__init__()
        self.inc = nn.Conv2d(3, 8, 3, padding=1)
        self.down = nn.ModuleList([nn.Conv2d(8, 8, 3, padding=1) for _ in range(n)])
        self.up = nn.ModuleList([nn.Conv2d(16, 8, 3, padding=1) for _ in range(n)])
    def forward(self, x):
        x = self.inc(x)
        skips = []
        for d in self.down:
            skips.append(x)
            x = F.max_pool2d(d(x), 2)
        for u in self.up:
            x = F.interpolate(x, scale_factor=2)
            x = u(torch.cat([x, skips.pop()], 1))
        return x
)",
         "(batch, 3, 256, 256)", "165113856"},
        {R"(class PosEmbed(nn.Module):
    def __init__(self, n=50, d=32):
        super().__init__()
        self.pos = nn.Parameter(torch.zeros(1, n, d))
        self.enc = nn.TransformerEncoderLayer(d, 4, 64, batch_first=True)
    def forward(self, x):
        return self.enc(x + self.pos)
)",
         "(batch, n, d)", "569600"},
        {R"(class PosSlice(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(100, 16)
        self.pos = nn.Embedding(40, 16)
        self.out = nn.Linear(16, 100)
    def forward(self, idx):
        B, T = idx.shape
        x = self.emb(idx) + self.pos(torch.arange(T))
        return self.out(x)
)",
         "(batch, 40)", "64000"},
        {R"(class PatchEmbed(nn.Module):
    def __init__(self, img_size=64, patch=8, d=32):
        super().__init__()
        self.size = (img_size, img_size)
        self.proj = nn.Conv2d(3, d, patch, patch)
    def forward(self, x):
        B, C, H, W = x.shape
        assert H == self.size[0] and W == self.size[1], "no"
        return self.proj(x).flatten(2).transpose(1, 2)
)",
         "(batch, 3, img_size, img_size)", "393216"},
        {R"(class WindowAttn(nn.Module):
    def __init__(self, dim=32, window=(7, 7), heads=4):
        super().__init__()
        self.heads = heads
        self.table = nn.Parameter(torch.zeros(heads, window[0] * window[1], window[0] * window[1]))
        self.qkv = nn.Linear(dim, dim * 3); self.proj = nn.Linear(dim, dim)
    def forward(self, x):
        B_, N, C = x.shape
        qkv = self.qkv(x).reshape(B_, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv[0], qkv[1], qkv[2]
        a = (q @ k.transpose(-2, -1) + self.table.unsqueeze(0)).softmax(-1)
        return self.proj((a @ v).transpose(1, 2).reshape(B_, N, C))
)",
         "(batch, 49, dim)", "354368"},
        {R"(class Lstnet(nn.Module):
    def __init__(self, window=24, m=8, hid=10):
        super().__init__()
        self.m, self.P, self.hid = m, window, hid
        self.conv1 = nn.Conv2d(1, hid, kernel_size=(6, m))
        self.gru = nn.GRU(hid, 12)
        self.highway = nn.Linear(4, 1)
        self.lin = nn.Linear(12, m)
    def forward(self, x):
        batch_size = x.size(0)
        c = x.view(-1, 1, self.P, self.m)
        c = F.relu(self.conv1(c)); c = torch.squeeze(c, 3)
        r = c.permute(2, 0, 1).contiguous()
        _, r = self.gru(r)
        res = self.lin(torch.squeeze(r, 0))
        z = x[:, -4:, :].permute(0, 2, 1).contiguous().view(-1, 4)
        return res + self.highway(z).view(-1, self.m)
)",
         "(batch, window, m)", "24296"},
        {R"(class Stgcn(nn.Module):
    def __init__(self, c=3, o=8, v=18):
        super().__init__()
        self.A = nn.Parameter(torch.ones(2, v, v))
        self.bn = nn.BatchNorm1d(c * v)
        self.conv = nn.Conv2d(c, o * 2, 1)
    def forward(self, x):
        N, C, T, V, M = x.size()
        x = x.permute(0, 4, 3, 1, 2).contiguous().view(N * M, V * C, T)
        x = self.bn(x)
        x = x.view(N, M, V, C, T).permute(0, 1, 3, 4, 2).contiguous().view(N * M, C, T, V)
        x = self.conv(x)
        n, kc, t, v = x.size()
        x = x.view(n, 2, kc // 2, t, v)
        return torch.einsum('nkctv,kvw->nctw', (x, self.A))
)",
         "(batch, 3, height, 18, width)", "303464448"},
    });
}

TEST(SourceInputSearch, AreGivenWhereAllMayBeNone) {
    expect_forward({
        {R"(class Either(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 8)
        self.fc = nn.Linear(8, 4)
    def forward(self, input_ids=None, inputs_embeds=None):
        if (input_ids is None) == (inputs_embeds is None):
            raise ValueError("one of both")
        return self.fc(self.embed(input_ids) if inputs_embeds is None else inputs_embeds)
)",
         "(batch, tokens)", "4096"},
    });
}

TEST(SourceInputSearch, AreWhatWeightsOfTheModelTake) {
    expect_forward({
        {R"(class FunctionalConv(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(16, 5, 3, 3))
        self.bias = nn.Parameter(torch.zeros(16))
    def forward(self, x):
        return F.conv2d(x, self.weight, self.bias, padding=1)
)",
         "(batch, 5, height, width)", "36126720"},
        {R"(class MatmulWeight(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(20, 30))
        self.b = nn.Parameter(torch.randn(30))
    def forward(self, x):
        return x @ self.w + self.b
)",
         "(batch, 20)", "600"},
        {R"(class OwnNorm(nn.Module):
    def __init__(self, d=24):
        super().__init__()
        self.g = nn.Parameter(torch.ones(d))
        self.lin = nn.Linear(d, 2 * d)
    def forward(self, x):
        x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * self.g
        return self.lin(x)
)",
         "(batch, d)", "1152"},
        {R"(class NormCf(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim)); self.bias = nn.Parameter(torch.zeros(dim))
    def forward(self, x):
        u = x.mean(1, keepdim=True)
        s = (x - u).pow(2).mean(1, keepdim=True)
        x = (x - u) / torch.sqrt(s + 1e-6)
        return self.weight[:, None, None] * x + self.bias[:, None, None]
)",
         "(batch, dim, height, width)", "0"},
        {R"(class LnSeveral(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln = nn.LayerNorm([8, 12, 12])
        self.c = nn.Conv2d(8, 4, 3)
    def forward(self, x):
        return self.c(self.ln(x))
)",
         "(batch, 8, 12, 12)", "28800"},
        {R"(class AdaIn(nn.Module):
    def __init__(self, style=16, c=8):
        super().__init__()
        self.norm = nn.InstanceNorm2d(c)
        self.fc = nn.Linear(style, c * 2)
    def forward(self, x, s):
        h = self.fc(s)
        h = h.view(h.size(0), h.size(1), 1, 1)
        gamma, beta = torch.chunk(h, chunks=2, dim=1)
        return (1 + gamma) * self.norm(x) + beta
)",
         "(batch, c, height, width), (batch, style)", "256"},
        {R"(class Dcgan2(nn.Module):
    def __init__(self, nz=64):
        super().__init__()
        self.d1 = nn.ConvTranspose2d(nz, 32, 4, 1, 0)
        self.d2 = nn.ConvTranspose2d(32, 1, 4, 2, 1)
    def forward(self, z):
        z = z.unsqueeze(-1).unsqueeze(-1)
        return self.d2(F.relu(self.d1(z)))
)",
         "(batch, nz)", "40960"},
    });
}

TEST(SourceInputSearch, AreStatesAndNumbers) {
    expect_forward({
        {R"(class ConvLstmCell(nn.Module):
    def __init__(self, i=3, h=8):
        super().__init__()
        self.h = h
        self.conv = nn.Conv2d(i + h, 4 * h, 3, padding=1)
    def forward(self, x, h, c):
        g = self.conv(torch.cat([x, h], dim=1))
        i, f, o, u = torch.split(g, self.h, dim=1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(u)
        return torch.sigmoid(o) * torch.tanh(c), c
)",
         "(batch, i, height, width), (batch, h, height, width), (batch, h, height, width)", "158957568"},
        {R"(class GruHidden(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(60, 24)
        self.gru = nn.GRU(24, 24)
    def forward(self, input, hidden):
        e = self.emb(input).view(1, 1, -1)
        return self.gru(e, hidden)
)",
         "(1, 1), (1, 1, 24)", "3456"},
        {R"(class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(6, 12, batch_first=True); self.fc = nn.Linear(12, 6)
    def forward(self, x, hidden):
        y, hidden = self.lstm(x, hidden)
        return self.fc(y), hidden
)",
         "(batch, tokens, 6), (1, batch, 12), (1, batch, 12)", "119808"},
        {R"(class EncoderFirst(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(32, 4, 64), 2)
        self.fc = nn.Linear(32, 2)
    def forward(self, x):
        return self.fc(self.enc(x).mean(0))
)",
         "(tokens, batch, 32)", "4194368"},
        {R"(class SrAttn(nn.Module):
    def __init__(self, dim=32, sr=2):
        super().__init__()
        self.sr = nn.Conv2d(dim, dim, sr, sr); self.l = nn.Linear(dim, dim)
    def forward(self, x, H, W):
        B, N, C = x.shape
        y = x.permute(0, 2, 1).reshape(B, C, H, W)
        y = self.sr(y).reshape(B, C, -1).permute(0, 2, 1)
        return self.l(y)
)",
         "(batch, 256, dim)", "327680"},
    });
}

TEST(SourceInputSearch, FindsSizesThatFitWhatIsWritten) {
    expect_forward({
        {R"(class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(64, 64); self.b = nn.Linear(3, 8)
    def forward(self, x):
        batch, n, width = x.shape
        side = int(n ** .5)
        where = torch.zeros(1, n, n, 3)
        steps = torch.arange(side).view(1, -1) - torch.arange(side).view(-1, 1)
        where[:, :, :, 0] = steps.repeat(side, side).unsqueeze(0)
        return self.a(x), self.b(where)
)",
         "(batch, 121, 64)", "847000"},
        {R"(class Mixed(nn.Module):
    def __init__(self, dim=32, n=49):
        super().__init__()
        self.n = n
        self.a = nn.Linear(dim, dim); self.bias = nn.Parameter(torch.zeros(n, n))
    def forward(self, x):
        batch, tokens, dim = x.shape
        return self.a(x).view(1, batch, tokens, dim) + self.bias.view(tokens, 1, -1, 1)
)",
         "(batch, n, dim)", "50176"},
        {R"(class Norm(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim)); self.fc = nn.Linear(dim, 4)
    def forward(self, x):
        return F.layer_norm(x, self.weight.shape, self.weight, None, 1e-5) @ self.fc.weight.T
)",
         "(batch, dim)", "128"},
        {R"(class Spread(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Conv2d(8, 1, 7, padding=3)
    def forward(self, x):
        return self.a(x).expand_as(x)
)",
         "(batch, 8, height, width)", "19668992"},
    });
}

TEST(SourceInputSearch, TakesNoSizesOfAnotherObject) {
    const std::string code = R"(
import torch, torch.nn as nn
class Gate(nn.Module):
    def __init__(self, dim=512):
        super().__init__()
        self.a = nn.Linear(dim, dim)
    def forward(self, x):
        return self.a(x)
if __name__ == "__main__":
    Gate(512)(torch.randn(50, 49, 512))
)";
    const auto input_of = [&](std::string_view build) {
        MemorySource file(code);
        const std::string text = open_model(file, "model.py", find_model_format(kSourceFormat), build).text();
        const std::size_t begin = text.find("input = ");
        return begin == std::string::npos ? "none"
                                          : text.substr(begin + 8, text.find('\n', begin) - begin - 8);
    };
    EXPECT_EQ(input_of("Gate(16)"), "(batch, 16)");
    EXPECT_EQ(input_of("Gate(512)"), "(50, 49, 512)");
}

TEST(SourceInputSearch, RefusesWhatDoesNotFitItsTensor) {
    for (const char* line :
         {"x[0] = x[1, :2]", "x += torch.ones(5, 2, 4, 3)", "x[:, :1] = torch.ones(4, 3, 3)",
          "x[..., 1:2] *= torch.ones(4, 3, 3)", "x.copy_(torch.ones(5, 7))",
          "x[:, :1].add_(torch.ones(4, 3, 3))", "x = x.expand(2, 8, 3)"}) {
        const std::string code = std::string(R"(
import torch, torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 8)
    def forward(self, x):
        )") + line + "\n        return self.a(x)\nnet = Net()\nnet(torch.ones(2, 4, 3))\n";
        MemorySource file(code);
        const Report report =
            count_text(open_model(file, "model.py", find_model_format(kSourceFormat)).text());
        EXPECT_NE(report.root()->facts->macs.basis, Basis::Exact) << line;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
