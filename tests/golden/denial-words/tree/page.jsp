<p>${box.label}</p>
