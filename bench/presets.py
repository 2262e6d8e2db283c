"""The predicate engine's configurations by name, and what a run of one tells."""
import measured

CONFIGURATIONS = {
    "single+cartesian": ["--preset=blast"],
    "rules+boolean": ["--preset=lbe"],
    "cutset+boolean": ["--preset=cutset"],
    "single+boolean": ["--preset=blast", "--abstraction=allsat"],
    "rules+cartesian": ["--preset=lbe", "--abstraction=cartesian"],
    "cutset+cartesian": ["--preset=cutset", "--abstraction=cartesian"],
    "blast-bfs": ["--preset=blast", "--search=bfs"],
    "blast-dfs-global": ["--preset=blast", "--predicates=global"],
    "blast-bfs-global": ["--preset=blast", "--search=bfs",
                         "--predicates=global"],
    "cutset+ldd": ["--preset=cutset", "--abstraction=ldd"],
    "cutset+allsat": ["--preset=cutset", "--abstraction=allsat"],
    "cutset+min": ["--preset=cutset", "--abstraction=min"],
    "cutset+relation": ["--preset=cutset", "--post=relation"],
    "cutset+seed": ["--preset=cutset", "--seed=absint"],
    "pdr": ["--engine=pdr", "--cores=1"],
    "auto": ["--engine=auto", "--cores=1"],
}
FIELDS = ["configuration", "program", "verdict", "cpu", "nodes",
          "refinements", "predicates", "average", "most", "queries",
          "post_s", "refine_s", "reason"]


def run(tool, name, limit, path, bits=32, memory=0):
    """A row (FIELDS) of one configuration on one program."""
    done = measured.run(
        tool, ["--engine=predicate", "--%d" % bits, "--property=unreach-call"]
        + measured.error_arguments(path) + CONFIGURATIONS[name], [path], limit,
        memory)
    count = done.counts
    places = count.get("places", 0)
    average = count.get("predicates_placed", 0) / places if places else None
    return {"configuration": name, "program": path.rpartition("/")[2],
            "verdict": done.verdict, "cpu": "%.2f" % done.cpu,
            "nodes": count.get("nodes", ""),
            "refinements": count.get("refinements", ""),
            "predicates": count.get("predicates", ""),
            "average": "" if average is None else "%.1f" % average,
            "most": count.get("predicates_most", ""),
            "queries": count.get("queries", ""),
            "post_s": "%.2f" % (count.get("post_microseconds", 0) / 1e6),
            "refine_s": "%.2f" % (count.get("refine_microseconds", 0) / 1e6),
            "reason": "" if done.verdict != "unknown" else done.reason}
