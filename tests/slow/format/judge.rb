# Prints a line of JSON for each file: its syntax tree without places, or null.
require 'json'
require 'ripper'

def without_places(node)
  return node unless node.is_a?(Array)
  node.size == 2 && node.all?(Integer) ? nil : node.map { |child| without_places(child) }
end

ARGV.each do |path|
  tree = Ripper.sexp(File.read(path))
  valid = tree && system('ruby', '-c', path, out: File::NULL, err: File::NULL)
  puts JSON.generate(valid ? without_places(tree).inspect : nil)
end
