package io.frazil.process;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts a program with its log in the folder of its argument, prints it, waits to be killed. */
final class AbandonedProgram {
  private AbandonedProgram() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path folder = Path.of(arguments[0]);
    NativeProgram program =
        new NativeProgram("sleep", List.of("sleep", "600"), folder, folder.resolve("log"));
    try (ChildProcess process = NativeProcess.start(program)) {
      System.out.println(process.handle().pid());
      new CountDownLatch(1).await();
    }
  }
}
