"""Tantivy behind standard input and output: a line of JSON in, a line out. Its first argument is the index's folder."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "python"))

from tantivy import Document, FieldType, Index, Occur, Order, Query, SchemaBuilder

ORDERS = ["priceGbp_up", "priceGbp_down", "mileageMiles_up", "year_down", "defaultRank_up"]
VALUES = ["make", "model", "fuelType", "transmission", "dealer"]
NUMBERS = ["priceGbp", "mileageMiles", "year", "engineLitres"]
WRITER_BYTES = 512_000_000


class Stock:
    def __init__(self, folder, texts):
        builder = SchemaBuilder()
        for name in VALUES:
            builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
        for name in NUMBERS:
            builder.add_float_field(name, indexed=True, fast=True)
        # A sort key that ends with the listing's own key: each order is one column, ties and all.
        for name in ORDERS:
            builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
        for name, _ in texts:
            builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
        builder.add_text_field("key", stored=True, tokenizer_name="raw", index_option="basic")
        self.schema = builder.build()
        self.index = Index(self.schema, path=folder)
        # One thread, so that one segment comes of it with little merging.
        self.writer = self.index.writer(WRITER_BYTES, 1)
        self.texts = texts

    def add(self, documents):
        for document in documents:
            self.writer.add_document(Document.from_dict(document, self.schema))

    def finish(self):
        self.writer.commit()
        self.writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def search(self, asked):
        parts = [(Occur.Must, self.having(field, terms)) for field, terms in asked["values"]]
        parts += [(Occur.MustNot, self.having(field, terms)) for field, terms in asked["excluded"]]
        for field, low, high in asked["ranges"]:
            low, high = (None if side is None else float(side) for side in (low, high))
            parts.append((Occur.Must, Query.range_query(self.schema, field, FieldType.Float, low, high)))
        parts += [(Occur.Must, self.word(terms)) for terms in asked["words"]]
        if not any(occur == Occur.Must for occur, _ in parts):
            parts.append((Occur.Must, Query.all_query()))
        query = parts[0][1] if len(parts) == 1 else Query.boolean_query(parts)
        order, offset, limit = asked["order"], asked["offset"], asked["limit"]
        if order is None:
            found = self.searcher.search(query, limit, True, offset=offset)
            keys = [self.searcher.doc(address).get_first("key") for _, address in found.hits]
        else:
            found = self.searcher.search(query, limit, True, order, offset, Order.Asc)
            keys = [value.partition(" ")[2] for value, _ in found.hits]
        return {"total": found.count, "ids": keys}

    def having(self, field, terms):
        if len(terms) == 1:
            return Query.term_query(self.schema, field, terms[0], index_option="basic")
        return Query.term_set_query(self.schema, field, terms)

    def word(self, terms):
        """Any of the terms, in any of the texts."""
        return Query.boolean_query(
            [
                (Occur.Should, Query.boost_query(self.term(name, term, edits), boost * weight))
                for term, weight, edits in terms
                for name, boost in self.texts
            ]
        )

    def term(self, name, term, edits):
        if edits == 0:
            return Query.term_query(self.schema, name, term, "freq")
        return Query.fuzzy_term_query(self.schema, name, term, edits)


def main():
    stock = None
    for line in sys.stdin:
        task, given = json.loads(line)
        answer = None
        if task == "open":
            stock = Stock(sys.argv[1], given)
        elif task == "add":
            stock.add(given)
        elif task == "finish":
            stock.finish()
        else:
            answer = stock.search(given)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
