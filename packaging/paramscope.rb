class Paramscope < Formula
  desc "Every parameter and every FLOP of a neural network, with the formula"
  homepage "@repository@"
  version "@version@"
  license "MIT"

  on_macos do
    on_arm do
      url "@repository@/releases/download/v@version@/paramscope-v@version@-macos-arm64.tar.gz"
      sha256 "@sha256 paramscope-v@version@-macos-arm64.tar.gz@"
    end
    on_intel do
      url "@repository@/releases/download/v@version@/paramscope-v@version@-macos-x86_64.tar.gz"
      sha256 "@sha256 paramscope-v@version@-macos-x86_64.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@repository@/releases/download/v@version@/paramscope-v@version@-linux-aarch64.tar.gz"
      sha256 "@sha256 paramscope-v@version@-linux-aarch64.tar.gz@"
    end
    on_intel do
      url "@repository@/releases/download/v@version@/paramscope-v@version@-linux-x86_64.tar.gz"
      sha256 "@sha256 paramscope-v@version@-linux-x86_64.tar.gz@"
    end
  end

  def install
    bin.install "paramscope"
    generate_completions_from_executable(bin/"paramscope", "completion")
  end

  test do
    assert_match "16", pipe_output("#{bin}/paramscope --format csv -", "Linear(3, 4)")
  end
end
