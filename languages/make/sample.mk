# What is built, and how.
CC ?= gcc
CFLAGS := -O2 \
          -Wall
override LDFLAGS += -lm
export PATH := $(CURDIR)/bin:$(PATH)
SOURCES = $(wildcard src/*.c)   # all of them
OBJECTS != ls *.o
OBJECTS += extra.o
obj-$(CONFIG_NET) += net.o
obj-$(CONFIG_NET) += socket.o
obj-m ::= module.o

include config.mk
-include $(SOURCES:.c=.d) local.mk

# How one program is linked.
define LINK
$(CC) -o $@ $^
target: not a rule
endef

ifeq ($(DEBUG),1)
CFLAGS = -g
endif

.PHONY: all clean

all: program docs ## builds everything

program: $(OBJECTS) | build
	$(CC) -o $@ $^ \
	  $(LDFLAGS)
	# done: here

%.o: %.c config.h
	$(CC) -c $<

a b c &: input; touch a b c

debug: CFLAGS += -g
debug: program

$(BUILD)/%.o $(BUILD)/%.d: src/%.c
	@echo $@

clean::
	rm -f *.o

# No newline at the end
last:
	true
