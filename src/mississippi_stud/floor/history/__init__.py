"""The past as the log records it: recalls, exports and proves rounds."""
