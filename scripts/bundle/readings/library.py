import pytorch_lightning as pl
import torch
import torchvision
from torch import nn
from torchvision.models import resnet18
from transformers import AutoModel, BertConfig, BertModel

class Classifier(pl.LightningModule):
    def __init__(self, hidden=256, num_classes=10):
        super().__init__()
        self.save_hyperparameters()
        self.backbone = resnet18(pretrained=True)
        self.backbone.fc = nn.Linear(self.backbone.fc.in_features, hidden)
        for p in self.backbone.parameters():
            p.requires_grad = False
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(d_model=hidden, nhead=8, batch_first=True), num_layers=2)
        self.rnn = nn.GRU(hidden, hidden, batch_first=True)
        self.head = nn.Linear(hidden, num_classes)
        self.loss = nn.CrossEntropyLoss()

    def forward(self, x):
        x = self.encoder(self.backbone(x).unsqueeze(1))
        x, _ = self.rnn(x)
        return self.head(x[:, -1])

    def training_step(self, batch, batch_idx):
        x, y = batch
        return self.loss(self(x), y)
