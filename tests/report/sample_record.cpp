// SPDX-FileCopyrightText: 2026 The Tandem authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/report/sample_record.h"

#include <QApplication>

#include <cmath>

namespace tandem::test {
namespace {

constexpr std::int64_t kSteps = 938;

// Noise that is the same on every machine.
class Noise {
public:
    explicit Noise(std::uint32_t seed) : m_state(seed) {}
    double next()
    {
        m_state = m_state * 1664525u + 1013904223u;
        return static_cast<double>(m_state >> 8) / (1 << 24) - 0.5;
    }

private:
    std::uint32_t m_state;
};

PreflightFacts preflightOf(const std::string& device, const std::string& labelDtype)
{
    PreflightFacts facts;
    facts.device = device;
    facts.emulated = device == "mps-emulated";
    facts.loss = "cross_entropy";
    facts.target = "index";
    facts.labelContract = "int64";
    facts.labels = {labelDtype, {64}, 0, 9, 4.5, 2.9, 0};
    facts.labelMax = 9;
    facts.labelClasses = 10;
    facts.input = {"float32", {64, 1, 28, 28}, -0.424213, 2.821487, 0.001, 1.0, 0};
    facts.output = {"float32", {64, 10}, -0.21, 0.18, 0.003, 0.07, 0};
    facts.outputs = 10;
    facts.parameters = 1199882;
    facts.weightsHash = facts.drawnWeightsHash = "61f3a9c0d2b74e15";
    facts.planHash = "9b1c00fe83a1774d";
    facts.inputHash = "c0a4f7712e5d9038";
    facts.labelHash = "5518e0d39ac2f671";
    facts.batchSize = 64;
    facts.stepsPerEpoch = kSteps;
    facts.epochs = 1;
    return facts;
}

void train(RunRecord& run, double lowest, std::uint32_t seed)
{
    Noise noise(seed);
    for (std::int64_t step = 0; step < kSteps; ++step) {
        const double clean = lowest + (2.31 - lowest) * std::exp(-static_cast<double>(step) / 60);
        const double loss = clean * (1 + 0.7 * noise.next());
        run.loss.append(step, loss);
        run.accuracy.append(step, std::clamp(1 - clean / 2.55 + 0.08 * noise.next(), 0.0, 1.0));
        if (step % 200 == 199)
            run.evaluations.push_back({step + 1, 0, false, 2000, clean * 0.9, std::min(0.999, 1 - clean / 2.6)});
    }
    run.evaluations.push_back({kSteps, 1, true, 10000, lowest * 0.9, std::min(0.999, 1 - lowest / 2.55)});
    run.epochs.push_back({1, kSteps, 43.2, 1388});
    run.end = RunEnd{Outcome::Finished, {}, kSteps, 43.2, 1388.4, "0d4be11a77c3f920"};
    run.state = RunState::Finished;
}

ComparisonRecord record(const std::string& secondName, bool withFault)
{
    ComparisonRecord record;
    record.start.id = "20260102-030405-mnist";
    record.start.created = "2026-01-02T03:04:05Z";
    record.start.document = sampleDocument(withFault);
    record.start.document["runs"][1]["name"] = secondName;
    record.start.runNames = {"CPU", secondName};
    record.start.devices = {"cpu", "mps-emulated"};
    record.start.environment = {"0.1.0", "1.13.1", "GCC 12.2.0", "Debian GNU/Linux 12", "Test CPU", "OpenBLAS 0.3.21",
                                false, 2, 1, {"OMP_NUM_THREADS=2"}};
    record.start.datasetFiles = {
        "train-images-idx3-ubyte.gz 0b367032e93c5d0cea0925647cfdb18614af8ee15f83e6f2fc2ad904a6835971",
        "train-labels-idx1-ubyte.gz 1787548bbe0bff1ec2ecdc0ef292b02df999e2d1a6002d27500982c652b17203"};
    record.runs.resize(2);
    for (std::size_t i = 0; i < 2; ++i) {
        record.runs[i].name = record.start.runNames[i];
        record.runs[i].device = record.start.devices[i];
    }
    record.end = ComparisonEnd{"finished", {}};
    return record;
}

}  // namespace

void needQApplication()
{
    if (QCoreApplication::instance())
        return;
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "tests";
    static char* argv[] = {name, nullptr};
    static QApplication application(argc, argv);
}

Json sampleDocument(bool withFault)
{
    Json second = {{"name", "MPS"}, {"device", Json::array({"mps", "mps-emulated"})}};
    if (withFault)
        second["with"] = {{"step", {{"label_dtype", "float32"}}}, {"faults", Json::array({"lab-float-accept-badgrad"})}};
    return {{"tandem", 1},
            {"name", "mnist & friends"},
            {"data", {{"source", "mnist"}, {"transforms", Json::array({Json{{"scale", 255}}})}}},
            {"model", {{"preset", "cnn"}}},
            {"optimizer", {{"adam", {{"lr", 0.001}}}}},
            {"runs", Json::array({Json{{"name", "CPU"}, {"device", "cpu"}}, second})}};
}

ComparisonRecord agreeingRecord()
{
    ComparisonRecord agreeing = record("MPS", false);
    train(agreeing.runs[0], 0.05, 1);
    train(agreeing.runs[1], 0.0500004, 1);
    agreeing.runs[0].preflight = preflightOf("cpu", "int64");
    agreeing.runs[1].preflight = preflightOf("mps-emulated", "int64");
    agreeing.matrix = {{0, 0, 0.045, 0.9804, {}}, {0, 1, 0.045, 0.9804, {}}, {1, 0, 0.045, 0.9804, {}}, {1, 1, 0, 0, "the run was stopped"}};
    agreeing.verdict = Verdict{VerdictKind::Agree, "The runs agree: their test accuracies differ by no more than sampling noise",
                               {"CPU: test accuracy 98.04 %", "MPS: test accuracy 98.04 %"}};
    return agreeing;
}

ComparisonRecord floatLabelRecord(const std::string& secondName)
{
    ComparisonRecord parted = record(secondName, true);
    train(parted.runs[0], 0.05, 1);
    train(parted.runs[1], 2.3, 2);
    parted.runs[0].preflight = preflightOf("cpu", "int64");
    parted.runs[1].preflight = preflightOf("mps-emulated", "float32");
    parted.runs[1].preflight->faults = {"lab-float-accept-badgrad"};
    parted.runs[1].end->weightsHash = "88aa0c1f5e6d2b34";
    parted.runs[1].evaluations.back().accuracy = 0.1135;
    parted.start.ignorePreflight = true;
    parted.matrix = {{0, 0, 0.045, 0.9804, {}}, {0, 1, 0.045, 0.9804, {}}, {1, 0, 2.3, 0.1135, {}}, {1, 1, 2.3, 0.1135, {}}};

    Finding labels;
    labels.rule = "label-dtype";
    labels.severity = Severity::Error;
    labels.title = "Labels are float32 on " + secondName + ", cross_entropy wants int64";
    labels.runs = {1};
    labels.evidence = {"contract of cross_entropy: class indices, dtype int64, shape [N]",
                       "labels of the first batch on mps-emulated: dtype float32, shape [64], values 0 to 9",
                       "labels on CPU: dtype int64"};
    labels.cause = "The CPU loss refuses class indices that are not int64. The MPS loss of several releases takes them, and then "
                   "trains on something else.";
    labels.advice = "Keep class indices as int64 on every device; cast only the inputs to float";
    labels.fix = Fix{"Labels → int64", secondName, {{"step", {{"label_dtype", "int64"}}}}};
    Finding chance;
    chance.rule = "chance-level";
    chance.severity = Severity::Warning;
    chance.title = secondName + " stays at chance level";
    chance.runs = {1};
    chance.step = kSteps;
    chance.evidence = {"test accuracy 11.35 %, chance 10.00 %"};
    chance.cause = "The model has learned nothing that it could use.";
    chance.advice = "Look at the labels first";
    chance.foldedUnder = "label-dtype";
    parted.findings = {labels, chance};
    parted.notices = {"The log was written late twice"};
    parted.verdict = Verdict{VerdictKind::ApiMisuse, labels.title,
                             {"CPU: test accuracy 98.04 %", secondName + ": test accuracy 11.35 %",
                              "Not the backend: the contract of the loss is broken before the device computes anything"}};
    return parted;
}

}  // namespace tandem::test
