class Tagger(nn.Module):
    def __init__(self, vocab_size, embedding_dim=128, hidden_dim=256, tags=17):
        super(Tagger, self).__init__()
        self.embedding = nn.Embedding(vocab_size, embedding_dim, padding_idx=0)
        self.lstm = nn.LSTM(embedding_dim, hidden_dim // 2, num_layers=2, bidirectional=True, batch_first=True)
        self.out = nn.Linear(hidden_dim, tags)

    def forward(self, words):
        x, (h, c) = self.lstm(self.embedding(words))
        return torch.log_softmax(self.out(torch.relu(x)), dim=-1)


model = Tagger(vocab_size=10000)
