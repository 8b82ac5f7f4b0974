require "spec"
require "../src/m"
describe "core" do
  it "adds" do
    core(1).should eq(2)
  end
end
