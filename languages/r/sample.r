library(stats)
require("utils")
source("helper.R")

# The limit.
LIMIT <- 10
names = c("a", "b")
20 -> other

#' Adds numbers. More.
#' @param x a number
add <- function(x, y = 2, ...) {
  inner <- function(z) z * 2
  inner(x) + y
}

square = function(n) n^2
lambda <- \(x) x + 1

"quoted name" <- function() NULL

setClass("Person", representation(name = "character"))
setGeneric("speak", function(object) standardGeneric("speak"))
setMethod("speak", "Person", function(object) {
  cat(object@name)
})

Stack <- R6Class("Stack",
  public = list(
    items = NULL,
    push = function(x) {
      self$items <- c(self$items, x)
    }
  )
)

print.person <- function(x, ...) {
  cat("x")
}
