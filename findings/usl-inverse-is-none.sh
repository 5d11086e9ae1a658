#!/usr/bin/env bash
# The Rust library for the Universal Scalability Law goes from concurrency to throughput and latency by the law, but not back: the latency
# and the concurrency at a throughput leave coherency (κ) out, and the throughput at a latency has two signs the wrong way. Near the peak
# the concurrency is about half of what gave that throughput; the throughput at any of these latencies is at least twice what the system
# can do at all. Only the concurrency at a latency comes back right, so that what the model predicts contradicts Little's law
# (concurrency = throughput * latency).
#
# Nor does it fit measurements of throughput and latency: it rounds their concurrency down to a whole number first. From values that are
# exactly those of a model it builds another one.
set -euo pipefail
version=0.3.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat >Cargo.toml <<TOML
[package]
name = "probe"
version = "0.0.0"
edition = "2021"

[dependencies]
usl = "=$version"
TOML
cat >src/main.rs <<'RUST'
use std::time::Duration;
use usl::{Measurement, Model};

fn main() {
    let m = Model { sigma: 0.02, kappa: 0.0005, lambda: 1000.0 };
    println!("σ {}, κ {}, λ {}/s: at most {:.0}/s, with a concurrency of {}", m.sigma, m.kappa, m.lambda, m.max_throughput(), m.max_concurrency());
    println!("concurrency, throughput, latency | back from the throughput | back from the latency");
    let mut as_seen = true;
    for n in [2, 10, 20, 40] {
        let (x, r) = (m.throughput_at_concurrency(n), m.latency_at_concurrency(n));
        let (back, at_latency) = (m.concurrency_at_throughput(x), m.throughput_at_latency(Duration::from_secs_f64(r)));
        let right = m.concurrency_at_latency(Duration::from_secs_f64(r));
        println!("{n:11}, {x:8.0}/s, {:4.2} ms   | {back:11.2}, {:4.2} ms      | {right:9.2}, {at_latency:5.0}/s", r * 1e3, m.latency_at_throughput(x) * 1e3);
        assert!((right - n as f64).abs() < 0.01, "the concurrency at a latency was expected to be right");
        as_seen = as_seen && at_latency > 1.9 * m.max_throughput() && (n < 40 || back < 25.0);
    }

    let measurements: Vec<Measurement> = (0..12)
        .map(|i| {
            let n = 1.9 + 4.0 * i as f64;
            let r = (1.0 + m.sigma * (n - 1.0) + m.kappa * n * (n - 1.0)) / m.lambda;
            Measurement::throughput_and_latency(n / r, Duration::from_secs_f64(r))
        })
        .collect();
    let built = Model::build(&measurements);
    println!("built from that model's throughputs and latencies at 1.9, 5.9 ... 45.9: σ {:.4}, κ {:.6}, λ {:.0}/s", built.sigma, built.kappa, built.lambda);
    as_seen = as_seen && (built.lambda / m.lambda - 1.0).abs() > 0.1;
    std::process::exit(if as_seen { 0 } else { 1 });
}
RUST
echo "usl $version"
cargo build -q >build.log 2>&1 || { cat build.log; exit 1; }
target/debug/probe || { echo "CHANGED: other values were expected on the way back, and another model"; exit 1; }
echo "AS SEEN: the functions back do not return where they came from, nor does a fit to the model's own values"
