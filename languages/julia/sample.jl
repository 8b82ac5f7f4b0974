module Sample

using LinearAlgebra: norm, dot
import Base: show, +
export add, Point
include("other.jl")

const LIMIT = 10
global counter = 0

"""
A point. More.
"""
struct Point{T<:Real} <: AbstractPoint
    x::T
    y::T
    Point(x) = new(x, 0)
end

mutable struct Box
    value
end

abstract type Shape end
primitive type Word 32 end

@enum Color red green

# Adds numbers.
function add(x::Int, y::Int = 2; scale = 1)::Int
    inner(z) = z * 2
    function nested(w)
        w
    end
    return inner(x) + y
end

square(x) = x^2
Base.show(io::IO, p::Point) = print(io, p.x)

function Base.:+(a::Point, b::Point)
    a
end

f = x -> x + 1

macro twice(ex)
    quote
        $ex
        $ex
    end
end

module Inner
    deep() = 1
end

end

(low, high) = (1, 9)
const FIRST, SECOND = 1, 2
