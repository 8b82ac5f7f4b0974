import forms

for kind in ("oval", "ring"):
    print(getattr(forms, kind.title()).n)
