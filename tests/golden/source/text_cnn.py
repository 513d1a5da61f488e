# A classifier of sentences in the manner of a notebook: settings at the top, a model, a training loop.
import time
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

N_FILTERS = 100
FILTER_SIZES = [3, 4, 5]
OUTPUT_DIM = 2
DROPOUT = 0.5
vocab = {"<pad>": 0, "<unk>": 1}
for token in "a sentence is read word by word and counted".split():
    vocab.setdefault(token, len(vocab))
INPUT_DIM = len(vocab)
EMBEDDING_DIM = 300
UNK_IDX = vocab["<unk>"]


class Sentences(Dataset):
    def __init__(self, texts):
        self.texts = texts

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, index):
        return torch.tensor([vocab.get(w, UNK_IDX) for w in self.texts[index].split()]), index % 2


class CNN(nn.Module):
    def __init__(self, vocab_size, embedding_dim, n_filters, filter_sizes, output_dim, dropout, pad_idx):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embedding_dim, padding_idx=pad_idx)
        self.convs = nn.ModuleList([
            nn.Conv2d(in_channels=1, out_channels=n_filters, kernel_size=(fs, embedding_dim))
            for fs in filter_sizes
        ])
        self.fc = nn.Linear(len(filter_sizes) * n_filters, output_dim)
        self.dropout = nn.Dropout(dropout)

    def forward(self, text):
        embedded = self.embedding(text).unsqueeze(1)
        conved = [F.relu(conv(embedded)).squeeze(3) for conv in self.convs]
        pooled = [F.max_pool1d(conv, conv.shape[2]).squeeze(2) for conv in conved]
        cat = self.dropout(torch.cat(pooled, dim=1))
        return self.fc(cat)


model = CNN(INPUT_DIM, EMBEDDING_DIM, N_FILTERS, FILTER_SIZES, OUTPUT_DIM, DROPOUT, vocab["<pad>"])


def count_parameters(model):
    return sum(p.numel() for p in model.parameters() if p.requires_grad)


print(f'The model has {count_parameters(model):,} trainable parameters')
model.embedding.weight.data[UNK_IDX] = torch.zeros(EMBEDDING_DIM)
optimizer = torch.optim.Adam(model.parameters())
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.7)
criterion = nn.CrossEntropyLoss()


def train(model, iterator):
    epoch_loss, epoch_acc = 0, 0
    model.train()
    for text, label in iterator:
        optimizer.zero_grad()
        loss = criterion(model(text), label)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()
    return epoch_loss / len(iterator)


start_time = time.time()
loader = DataLoader(Sentences(["a word is read and counted"] * 8), batch_size=4, shuffle=True)
for epoch in range(1):
    train_loss = train(model, loader)
    print(f'Epoch: {epoch + 1:02} | Train Loss: {train_loss:.3f} | {time.time() - start_time:.0f}s')
