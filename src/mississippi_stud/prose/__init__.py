"""Every sentence for people, by subject: English in the source, French from `translations/`."""
