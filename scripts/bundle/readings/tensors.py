x = torch.randn(64, 1000)
w1 = torch.randn(1000, 100, requires_grad=True)
model = torch.nn.Sequential(
    torch.nn.Linear(1000, 100),
    torch.nn.ReLU(),
    torch.nn.Linear(100, 10),
)
loss_fn = torch.nn.MSELoss(reduction='sum')
print(model)
