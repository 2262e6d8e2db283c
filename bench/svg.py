"""Plots as SVG: one frame, two axes, lines and points by series.

An axis is linear or logarithmic; its range is that of the points, widened to
whole decades (logarithmic) or to start at 0 (linear).
"""
import math

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 20, 50
COLOURS = ["#1f5fa8", "#c0392b", "#27803b", "#8e44ad", "#b9770e", "#117a8b"]
DASHES = ["", "6 3", "2 3", "8 3 2 3", "12 4", "1 4"]


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


class Axis:
    """Values to positions between two ends, and where the grid lies."""

    def __init__(self, values, label, log, start, end):
        self.label, self.log, self.start, self.end = label, log, start, end
        if log:
            self.low = math.floor(math.log10(min(values, default=1)))
            self.high = math.ceil(math.log10(max(values, default=1)))
            self.high = max(self.high, self.low + 1)
        else:
            self.low, self.high = 0, max(values, default=1) or 1

    def at(self, value):
        value = math.log10(value) if self.log else value
        part = (value - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * part

    def ticks(self):
        if self.log:
            return [10.0 ** p for p in range(self.low, self.high + 1)]
        step = 10.0 ** math.floor(math.log10(self.high))
        while self.high / step > 10:
            step *= 2
        while self.high / step < 4:
            step /= 2
        return [step * i for i in range(int(self.high / step) + 1)]


class Plot:
    def __init__(self, x_label, y_label, log_x=False, log_y=True):
        self.labels, self.logs = (x_label, y_label), (log_x, log_y)
        self.series = []  # (name, points, how)
        self.diagonal = False

    def line(self, name, points):
        self.series.append((name, points, "line"))

    def points(self, name, points):
        self.series.append((name, points, "points"))

    def axes(self):
        values = [p for _, points, _ in self.series for p in points]
        both = [v for p in values for v in p] if self.diagonal else None
        x = Axis(both or [p[0] for p in values], self.labels[0], self.logs[0],
                 LEFT, WIDTH - RIGHT)
        y = Axis(both or [p[1] for p in values], self.labels[1], self.logs[1],
                 HEIGHT - BOTTOM, TOP)
        return x, y

    def render(self):
        x, y = self.axes()
        out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" '
               'height="%d" font-family="sans-serif" font-size="12">'
               % (WIDTH, HEIGHT),
               '<rect width="100%" height="100%" fill="white"/>']
        out += grid(x, y)
        if self.diagonal:
            out.append('<line x1="%d" y1="%d" x2="%d" y2="%d" '
                       'stroke="#999"/>' % (LEFT, HEIGHT - BOTTOM,
                                            WIDTH - RIGHT, TOP))
        for i, (name, points, how) in enumerate(self.series):
            places = [(x.at(a), y.at(b)) for a, b in points]
            out += marks(places, how, i) + legend(name, how, i)
        out.append('<rect x="%d" y="%d" width="%d" height="%d" fill="none" '
                   'stroke="#444"/>' % (LEFT, TOP, WIDTH - LEFT - RIGHT,
                                        HEIGHT - TOP - BOTTOM))
        return "\n".join(out + ["</svg>"]) + "\n"


def grid(x, y):
    out = []
    for value in y.ticks():
        at = y.at(value)
        out.append('<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" '
                   'stroke="#ddd"/>' % (LEFT, at, WIDTH - RIGHT, at))
        out.append('<text x="%d" y="%.1f" text-anchor="end">%g</text>'
                   % (LEFT - 6, at + 4, value))
    for value in x.ticks():
        at = x.at(value)
        out.append('<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" '
                   'stroke="#eee"/>' % (at, TOP, at, HEIGHT - BOTTOM))
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%g</text>'
                   % (at, HEIGHT - BOTTOM + 16, value))
    middle = (TOP + HEIGHT - BOTTOM) // 2
    return out + [
        '<text x="%d" y="%d" text-anchor="middle">%s</text>'
        % ((LEFT + WIDTH - RIGHT) // 2, HEIGHT - 12, escape(x.label)),
        '<text x="16" y="%d" text-anchor="middle" '
        'transform="rotate(-90 16 %d)">%s</text>'
        % (middle, middle, escape(y.label))]


def style_of(i):
    style = 'fill="none" stroke="%s" stroke-width="1.6"' \
        % COLOURS[i % len(COLOURS)]
    dash = DASHES[(i + i // len(COLOURS)) % len(DASHES)]
    if dash:
        style += ' stroke-dasharray="%s"' % dash
    return style


def dot(x, y, i):
    return '<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>' \
        % (x, y, COLOURS[i % len(COLOURS)])


def marks(places, how, i):
    if how == "points":
        return [dot(a, b, i) for a, b in places]
    return ['<polyline %s points="%s"/>' % (
        style_of(i), " ".join("%.1f,%.1f" % p for p in places))]


def legend(name, how, i):
    at = TOP + 16 + 16 * i
    mark = dot(LEFT + 28, at, i) if how == "points" else \
        '<line %s x1="%d" y1="%d" x2="%d" y2="%d"/>' \
        % (style_of(i), LEFT + 12, at, LEFT + 44, at)
    return [mark, '<text x="%d" y="%d">%s</text>'
            % (LEFT + 50, at + 4, escape(name))]
