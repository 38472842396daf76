"""What players see: boards, sentences, records."""
