# A tagger: characters by a convolution, words by an LSTM, a table of transitions.
import torch
import torch.nn as nn

START_TAG, STOP_TAG = "<START>", "<STOP>"
tag_to_ix = {"B": 0, "I": 1, "O": 2, START_TAG: 3, STOP_TAG: 4}
training_data = [
    ("the model has ten layers of its kind".split(), "B I O B I O O O".split()),
    ("a network of parts is counted here".split(), "B I O B O O O".split()),
]
word_to_ix = {}
for sentence, tags in training_data:
    for word in sentence:
        if word not in word_to_ix:
            word_to_ix[word] = len(word_to_ix)
char_to_ix = {c: i for i, c in enumerate(sorted(set("".join(word_to_ix))))}


def log_sum_exp(vec):
    max_score, _ = vec.max(dim=-1, keepdim=True)
    return max_score.squeeze(-1) + torch.log(torch.sum(torch.exp(vec - max_score), dim=-1))


class CharCNN(nn.Module):
    def __init__(self, n_chars, dim=16, widths=(2, 3)):
        super().__init__()
        self.embed = nn.Embedding(n_chars + 1, dim, padding_idx=0)
        self.convs = nn.ModuleList([nn.Conv1d(dim, 2 * dim, w, padding=w - 1) for w in widths])
        self.out_dim = sum(conv.out_channels for conv in self.convs)

    def forward(self, chars):
        x = self.embed(chars).transpose(1, 2)
        return torch.cat([conv(x).max(dim=2)[0] for conv in self.convs], dim=1)


class BiLSTM_CRF(nn.Module):
    def __init__(self, vocab_size, n_chars, tag_to_ix, embedding_dim, hidden_dim):
        super(BiLSTM_CRF, self).__init__()
        self.hidden_dim = hidden_dim
        self.tag_to_ix = tag_to_ix
        self.tagset_size = len(tag_to_ix)
        self.chars = CharCNN(n_chars)
        self.word_embeds = nn.Embedding(vocab_size, embedding_dim)
        self.lstm = nn.LSTM(embedding_dim + self.chars.out_dim, hidden_dim // 2, num_layers=1, bidirectional=True)
        self.hidden2tag = nn.Linear(hidden_dim, self.tagset_size)
        self.transitions = nn.Parameter(torch.randn(self.tagset_size, self.tagset_size))
        self.transitions.data[tag_to_ix[START_TAG], :] = -10000
        self.transitions.data[:, tag_to_ix[STOP_TAG]] = -10000
        self.hidden = self.init_hidden()

    def init_hidden(self):
        return (torch.randn(2, 1, self.hidden_dim // 2), torch.randn(2, 1, self.hidden_dim // 2))

    def forward(self, words, chars):
        embeds = torch.cat([self.word_embeds(words), self.chars(chars)], dim=1).view(len(words), 1, -1)
        lstm_out, self.hidden = self.lstm(embeds, self.init_hidden())
        feats = self.hidden2tag(lstm_out.view(len(words), self.hidden_dim))
        alpha = feats.new_full((1, self.tagset_size), -10000.)
        alpha[0][self.tag_to_ix[START_TAG]] = 0.
        for feat in feats:
            alpha = log_sum_exp(alpha + self.transitions + feat.unsqueeze(1)).unsqueeze(0)
        return log_sum_exp(alpha + self.transitions[self.tag_to_ix[STOP_TAG]])


EMBEDDING_DIM = 50
HIDDEN_DIM = 64
model = BiLSTM_CRF(len(word_to_ix), len(char_to_ix), tag_to_ix, EMBEDDING_DIM, HIDDEN_DIM)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, weight_decay=1e-4)
