require_relative "../lib/m"
RSpec.describe "core" do
  it "adds" do
    core(1)
  end
  it "adds again" do
    expect(core(2)).to eq 3
  end
  [1].each { |n| it("adds #{n}") { core(n) } }
  it("waits", :skip) { core(1) }
  fexample "focuses" do core(1) end
  xit("is off") { core(1) }
end
