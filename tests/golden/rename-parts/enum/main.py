from mode import Mode

print(Mode.of("fast").value)
