"""PDF → Markdown (extra ``pdf``): words, tables, reading order, headings, paragraphs. Pure, but opens its input."""
