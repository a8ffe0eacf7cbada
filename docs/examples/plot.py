# SPDX-License-Identifier: MIT
# Columns of a table as curves over time, with gaps where cells are empty: python3 plot.py take.csv head.y right.index_tip.y >heights.svg
import csv
import sys


def stop(why):
    print(f"plot.py: {why}", file=sys.stderr)
    sys.exit(2)


if len(sys.argv) < 3:
    stop("usage: python3 plot.py TABLE.csv COLUMN... >PICTURE.svg")
name, *columns = sys.argv[1:]
try:
    with open(name, encoding="utf-8") as table:
        reader = csv.DictReader(table)
        # A line with nothing but a time and a marker is no frame.
        rows = [row for row in reader if any(row[cell] for cell in row if cell not in ("time", "marker"))]
        known = reader.fieldnames or []
except (OSError, UnicodeDecodeError, csv.Error) as error:
    stop(f"{name}: {error.strerror if isinstance(error, OSError) else 'this is no table: ' + str(error)}")
for column in ["time"] + columns:
    if column not in known:
        stop(f"{name} has no column '{column}'; it has {', '.join(known) or 'none'}")
try:
    cells = [(float(row["time"]), float(row[column])) for row in rows for column in columns if row[column]]
except ValueError as error:
    stop(f"{name}: a column holds no numbers: {error}")
if not cells:
    stop(f"{name}: all cells of these columns are empty")
first, low = (min(numbers) for numbers in zip(*cells))
last, high = (max(numbers) for numbers in zip(*cells))
print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -30 1020 440" font-family="sans-serif">')
for column, colour in zip(columns, ["crimson", "royalblue", "seagreen", "orange", "purple"] * len(columns)):
    path = ""
    for before, row in zip([{column: ""}] + rows, rows):
        if row[column]:
            x = 1000 * (float(row["time"]) - first) / ((last - first) or 1)
            y = 400 * (high - float(row[column])) / ((high - low) or 1)
            path += f"{'L' if before[column] else 'M'}{x:.1f} {y:.1f} "
    print(f'<path fill="none" stroke="{colour}" d="{path}"/>')
    print(f'<text x="{200 * columns.index(column)}" y="-12" fill="{colour}">{column}</text>')
print(f"</svg><!-- {low:g} to {high:g} from {first:g} s to {last:g} s -->")
