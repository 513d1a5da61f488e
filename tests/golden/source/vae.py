# A variational autoencoder of images: lists of hidden sizes, built backwards for the decoder.
import argparse

import torch
from torch import nn
from torch.nn import functional as F

parser = argparse.ArgumentParser(description='VAE')
parser.add_argument('--latent-dim', type=int, default=20, metavar='N', help='size of the code')
parser.add_argument('--no-cuda', action='store_true', default=False)
parser.add_argument('--hidden', type=int, nargs='+', default=[16, 32, 64])
parser.add_argument('--lr', type=float, default=1e-3)
args = parser.parse_args([])
args.cuda = not args.no_cuda and torch.cuda.is_available()
torch.manual_seed(1)
device = torch.device("cuda" if args.cuda else "cpu")


class VAE(nn.Module):
    def __init__(self, in_channels, latent_dim, hidden_dims=None, size=32):
        super(VAE, self).__init__()
        self.latent_dim = latent_dim
        if hidden_dims is None:
            hidden_dims = [32, 64, 128, 256]
        modules = []
        channels = in_channels
        for h_dim in hidden_dims:
            modules.append(nn.Sequential(
                nn.Conv2d(channels, out_channels=h_dim, kernel_size=3, stride=2, padding=1),
                nn.BatchNorm2d(h_dim),
                nn.LeakyReLU()))
            channels = h_dim
        self.encoder = nn.Sequential(*modules)
        self.side = size // 2 ** len(hidden_dims)
        self.last = hidden_dims[-1]
        flat = self.last * self.side ** 2
        self.fc_mu = nn.Linear(flat, latent_dim)
        self.fc_var = nn.Linear(flat, latent_dim)

        modules = []
        self.decoder_input = nn.Linear(latent_dim, flat)
        backwards = list(hidden_dims)
        backwards.reverse()
        for i in range(len(backwards) - 1):
            modules.append(nn.Sequential(
                nn.ConvTranspose2d(backwards[i], backwards[i + 1], kernel_size=3, stride=2, padding=1, output_padding=1),
                nn.BatchNorm2d(backwards[i + 1]),
                nn.LeakyReLU()))
        self.decoder = nn.Sequential(*modules)
        self.final_layer = nn.Sequential(
            nn.ConvTranspose2d(backwards[-1], backwards[-1], kernel_size=3, stride=2, padding=1, output_padding=1),
            nn.BatchNorm2d(backwards[-1]),
            nn.LeakyReLU(),
            nn.Conv2d(backwards[-1], out_channels=in_channels, kernel_size=3, padding=1),
            nn.Tanh())

    def encode(self, x):
        h = torch.flatten(self.encoder(x), start_dim=1)
        return [self.fc_mu(h), self.fc_var(h)]

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        return torch.randn_like(std) * std + mu

    def decode(self, z):
        z = self.decoder_input(z).view(-1, self.last, self.side, self.side)
        return self.final_layer(self.decoder(z))

    def forward(self, x):
        mu, log_var = self.encode(x)
        return self.decode(self.reparameterize(mu, log_var)), mu, log_var


model = VAE(3, args.latent_dim, hidden_dims=args.hidden).to(device)


def loss_function(recon_x, x, mu, logvar):
    bce = F.mse_loss(recon_x, x, reduction='sum')
    return bce - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
