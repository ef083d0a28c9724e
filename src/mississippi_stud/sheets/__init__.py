"""Par sheets for people: one document, written as a page, a PDF or a workbook with live formulas (decision 197)."""
