class Failure < StandardError
  class Timeout < Failure; end
end
class Slow < Failure::Timeout; end
